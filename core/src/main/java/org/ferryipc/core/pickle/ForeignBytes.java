package org.ferryipc.core.pickle;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.function.Supplier;
import org.ferryipc.core.failure.StaleViewException;

/**
 * Bytes of memory that somebody else owns, and may free at any moment: then each access throws.
 *
 * @param memory the whole range
 */
record ForeignBytes(MemorySegment memory) implements Bytes {
  private static final ValueLayout.OfChar CHAR = ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  @Override
  public byte get(int at) {
    return accessed(() -> memory.get(ValueLayout.JAVA_BYTE, at));
  }

  @Override
  public char getChar(int at) {
    return accessed(() -> memory.get(CHAR, at));
  }

  @Override
  public int getInt(int at) {
    return accessed(() -> memory.get(INT, at));
  }

  @Override
  public long getLong(int at) {
    return accessed(() -> memory.get(LONG, at));
  }

  @Override
  public void copyTo(int at, byte[] into, int to, int count) {
    copyTo(at, MemorySegment.ofArray(into), to, count);
  }

  @Override
  public void copyTo(int at, MemorySegment into, long to, int count) {
    int unused =
        accessed(
            () -> {
              MemorySegment.copy(memory, at, into, to, count);
              return count;
            });
  }

  @Override
  public void copyTo(int at, char[] into, int to, int count) {
    int unused =
        accessed(
            () -> {
              MemorySegment.copy(memory, CHAR, at, into, to, count);
              return count;
            });
  }

  @Override
  public boolean isAscii(int at, int count) {
    return accessed(() -> allAscii(at, count));
  }

  private boolean allAscii(int at, int count) {
    for (int i = 0; i < count; i++) {
      if (memory.get(ValueLayout.JAVA_BYTE, (long) at + i) < 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int units(int at, int count) {
    return copy(at, count).units(0, count);
  }

  @Override
  public String ascii(int at, int count) {
    return copy(at, count).ascii(0, count);
  }

  @Override
  public String utf8(int at, int count) {
    return copy(at, count).utf8(0, count);
  }

  @Override
  public Bytes after(int count) {
    return new ForeignBytes(memory.asSlice(count));
  }

  private HeapBytes copy(int at, int count) {
    byte[] bytes = new byte[count];
    copyTo(at, bytes, 0, count);
    return new HeapBytes(bytes, 0);
  }

  // The JDK says so by an exception of its own, at whatever moment the arena is closed.
  private <T> T accessed(Supplier<T> access) {
    try {
      return access.get();
    } catch (IllegalStateException closed) {
      if (memory.scope().isAlive()) {
        throw closed; // it is that of the memory to which was copied
      }
      StaleViewException stale = new StaleViewException("wrapped memory", Lifetime.WITHOUT_MEMORY);
      stale.addSuppressed(closed);
      throw stale;
    }
  }
}
