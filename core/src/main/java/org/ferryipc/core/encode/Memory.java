package org.ferryipc.core.encode;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;
import org.ferryipc.core.text.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a view: part of an array, or a segment. An array is kept as such, because the compiler makes a few instructions of an
 * access to one, and of an access to a segment only where it has room for all that belongs to that.
 */
final class Memory {
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  final byte @Nullable [] array;
  final int base; // where position 0 lies in the array
  final long size;
  private final @Nullable MemorySegment segment; // if there is no array

  /** Part of an array. */
  Memory(byte[] array, int base, int size) {
    this.array = array;
    this.base = base;
    this.size = size;
    this.segment = null;
  }

  private Memory(MemorySegment segment) {
    this.array = null;
    this.base = 0;
    this.size = segment.byteSize();
    this.segment = segment;
  }

  /** {@return the bytes of {@code segment}} */
  static Memory of(MemorySegment segment) {
    if (!segment.isNative() && segment.heapBase().orElse(null) instanceof byte[] array) {
      return new Memory(array, (int) segment.address(), (int) segment.byteSize());
    }
    return new Memory(segment);
  }

  /** {@return the first {@code bytes} of these} */
  Memory first(long bytes) {
    byte[] kept = array;
    return kept != null ? new Memory(kept, base, (int) bytes) : new Memory(segment().asSlice(0, bytes));
  }

  /** {@return these bytes as a segment} */
  MemorySegment asSegment() {
    byte[] kept = array;
    return kept != null ? MemorySegment.ofArray(kept).asSlice(base, size) : segment();
  }

  private MemorySegment segment() {
    return Objects.requireNonNull(segment);
  }

  private int index(long at, int bytes) {
    return base + (int) Objects.checkFromIndexSize(at, bytes, size);
  }

  byte int8(long at) {
    byte[] kept = array;
    return kept != null ? kept[index(at, 1)] : segment().get(ValueLayout.JAVA_BYTE, at);
  }

  short int16(long at) {
    byte[] kept = array;
    return kept != null ? (short) SHORTS.get(kept, index(at, 2)) : segment().get(SHORT, at);
  }

  int int32(long at) {
    byte[] kept = array;
    return kept != null ? (int) INTS.get(kept, index(at, 4)) : segment().get(INT, at);
  }

  long int64(long at) {
    byte[] kept = array;
    return kept != null ? (long) LONGS.get(kept, index(at, 8)) : segment().get(LONG, at);
  }

  void int8(long at, byte value) {
    byte[] kept = array;
    if (kept != null) {
      kept[index(at, 1)] = value;
    } else {
      segment().set(ValueLayout.JAVA_BYTE, at, value);
    }
  }

  void int16(long at, short value) {
    byte[] kept = array;
    if (kept != null) {
      SHORTS.set(kept, index(at, 2), value);
    } else {
      segment().set(SHORT, at, value);
    }
  }

  void int32(long at, int value) {
    byte[] kept = array;
    if (kept != null) {
      INTS.set(kept, index(at, 4), value);
    } else {
      segment().set(INT, at, value);
    }
  }

  void int64(long at, long value) {
    byte[] kept = array;
    if (kept != null) {
      LONGS.set(kept, index(at, 8), value);
    } else {
      segment().set(LONG, at, value);
    }
  }

  /** Copies bytes out. */
  void get(long at, byte[] into, int intoAt, int count) {
    byte[] kept = array;
    if (kept != null) {
      System.arraycopy(kept, index(at, count), into, intoAt, count);
    } else {
      long checked = Objects.checkFromIndexSize(at, count, size);
      MemorySegment.copy(segment(), ValueLayout.JAVA_BYTE, checked, into, intoAt, count);
    }
  }

  /** {@return a copy of bytes}; nothing is allocated for bytes that are not there */
  byte[] copy(long at, int count) {
    long checked = Objects.checkFromIndexSize(at, count, size);
    byte[] copy = new byte[count];
    get(checked, copy, 0, count);
    return copy;
  }

  /** Copies bytes in. */
  void put(long at, byte[] from, int count) {
    byte[] kept = array;
    if (kept != null) {
      System.arraycopy(from, 0, kept, index(at, count), count);
    } else {
      MemorySegment.copy(from, 0, segment(), ValueLayout.JAVA_BYTE, at, count);
    }
  }

  /** Writes a text that takes {@code count} bytes of UTF-8. */
  void putText(long at, String text, int count) {
    byte[] kept = array;
    byte[] into = kept != null ? kept : new byte[count];
    boolean written = Utf8.write(text, text.length(), into, kept != null ? index(at, count) : 0, count);
    assert written : "a String does not change";
    if (kept == null) {
      put(at, into, count);
    }
  }

  /** {@return why this thread cannot use the bytes}, or null */
  @Nullable String refusal() {
    MemorySegment looked = segment;
    if (looked == null) {
      return null;
    }
    return !looked.scope().isAlive()
        ? "the arena of the bytes is closed"
        : looked.isAccessibleBy(Thread.currentThread()) ? null : "the bytes belong to another thread";
  }
}
