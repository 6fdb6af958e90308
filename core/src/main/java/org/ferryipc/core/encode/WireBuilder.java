package org.ferryipc.core.encode;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.Handle;
import org.ferryipc.core.text.Utf8;

/**
 * Writes the encoded form of a value into memory of the caller, without a record and without garbage.
 *
 * <p>Whoever writes keeps to the order of the form: what lies behind a value is written depth first, a member of a table after
 * all members with smaller numbers. Nothing of that is checked here; {@link org.ferryipc.core.Ferry#encode(Object)} checks the
 * whole. Used by one thread at a time, for one value after the other.
 */
public final class WireBuilder<T> {
  private static final int ENVELOPE = 8;
  private static final int IN_PLACE = 1;
  private static final int WITH_HANDLES = 2;

  private final EncodeType<T> type;
  private final Memory memory;
  private final List<Handle> handles = new ArrayList<>(0);
  private long end;

  /**
   * A builder that writes into {@code memory}.
   *
   * @throws IllegalArgumentException if the memory is read-only
   */
  public WireBuilder(EncodeType<T> type, MemorySegment memory) {
    if (memory.isReadOnly()) {
      throw new IllegalArgumentException("read-only memory");
    }
    this.type = type;
    this.memory = Memory.of(memory);
  }

  /**
   * Begins a value; what was built before is overwritten.
   *
   * @return its position
   */
  public long begin() {
    end = 0;
    handles.clear();
    return claim(type.root().size());
  }

  /**
   * Claims zeros behind everything so far, up to the next multiple of 8.
   *
   * @return their position
   * @throws IndexOutOfBoundsException if the memory is too small
   * @throws IllegalArgumentException if {@code bytes} is negative
   */
  public long claim(int bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException(bytes + " bytes");
    }
    long at = end;
    long next = at + ((bytes + 7L) & -8);
    for (long i = at; i < next; i += Long.BYTES) {
      memory.int64(i, 0);
    }
    end = next;
    return at;
  }

  /** Writes a byte that is 0 or 1. */
  public void bool(long at, boolean value) {
    memory.int8(at, value ? (byte) 1 : 0);
  }

  /** Writes a byte. */
  public void int8(long at, byte value) {
    memory.int8(at, value);
  }

  /** Writes two bytes. */
  public void int16(long at, short value) {
    memory.int16(at, value);
  }

  /** Writes four bytes. */
  public void int32(long at, int value) {
    memory.int32(at, value);
  }

  /** Writes eight bytes. */
  public void int64(long at, long value) {
    memory.int64(at, value);
  }

  /** Writes four bytes. */
  public void float32(long at, float value) {
    memory.int32(at, Float.floatToRawIntBits(value));
  }

  /** Writes eight bytes. */
  public void float64(long at, double value) {
    memory.int64(at, Double.doubleToRawLongBits(value));
  }

  /** Writes the first {@code count} of {@code value} into a place that was claimed. */
  public void bytes(long at, byte[] value, int count) {
    memory.put(at, value, count);
  }

  /**
   * Claims a list of {@code count} elements of {@code size} bytes each, and says at {@code at} where it is.
   *
   * @return its position; without meaning if there are none
   */
  public long list(long at, int count, int size) {
    if (count == 0) {
      return at;
    }
    long target = claim(Math.multiplyExact(count, size));
    memory.int32(at, count);
    memory.int32(at + 4, (int) (target - at));
    return target;
  }

  /**
   * Writes a text.
   *
   * @throws IllegalArgumentException if it has half a surrogate pair: it has no form then, and nothing else is written for it
   */
  public void text(long at, String value) {
    long bytes = Utf8.length(value, value.length());
    if (bytes < 0) {
      throw new IllegalArgumentException("half a surrogate pair at " + ~bytes);
    }
    int count = Math.toIntExact(bytes);
    memory.putText(list(at, count, 1), value, count);
  }

  /**
   * Claims the envelopes of a table.
   *
   * @param last the largest number of a member that will be there
   * @return the position of the first
   */
  public long table(long at, int last) {
    return list(at, last, ENVELOPE);
  }

  /** {@return where the envelope of a member is} */
  public long member(long table, int ordinal) {
    return table + (ordinal - 1L) * ENVELOPE;
  }

  /**
   * Claims the content of an envelope; {@link #close} must follow when everything in it is written.
   *
   * @param size more than 4: what is smaller is written by {@link #inPlace}
   * @return its position
   */
  public long open(long envelope, int size) {
    memory.int32(envelope, (int) (end - envelope));
    memory.int32(envelope + 4, handles.size() << 2); // until it is closed
    return claim(size);
  }

  /** Ends the content of an envelope. */
  public void close(long envelope) {
    int before = memory.int32(envelope + 4) >>> 2;
    int bytes = (int) (end - envelope - memory.int32(envelope));
    memory.int32(envelope + 4, before == handles.size() ? bytes : bytes | WITH_HANDLES);
  }

  /** Says that the value of at most 4 bytes stands in the envelope itself. {@return where it is to be written} */
  public long inPlace(long envelope) {
    memory.int32(envelope + 4, IN_PLACE);
    return envelope;
  }

  /** Begins a value of a sealed type. {@return its envelope} */
  public long union(long at, int variant) {
    memory.int32(at, variant);
    return at + ENVELOPE;
  }

  /** Writes a handle, which stays the caller's until the value is encoded. */
  public void handle(long at, Handle handle) {
    memory.int32(at, handles.size());
    handles.add(handle);
  }

  /** Writes a handle into an envelope. */
  public void handleInPlace(long envelope, Handle handle) {
    handle(envelope, handle);
    memory.int32(envelope + 4, IN_PLACE | WITH_HANDLES);
  }

  /** {@return the value}, a view on the memory: valid until that is written again */
  public Wire<T> end() {
    return new Wire<>(type, memory.first(end), handles.isEmpty() ? List.of() : List.copyOf(handles));
  }
}
