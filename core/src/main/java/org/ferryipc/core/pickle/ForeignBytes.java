package org.ferryipc.core.pickle;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.ferryipc.core.failure.StaleViewException;

/**
 * Bytes of memory that somebody else owns.
 *
 * @param memory the whole range
 */
record ForeignBytes(MemorySegment memory) implements Bytes {
  private static final ValueLayout.OfChar CHAR = ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  @Override
  public byte get(int at) {
    return open().get(ValueLayout.JAVA_BYTE, at);
  }

  @Override
  public char getChar(int at) {
    return open().get(CHAR, at);
  }

  @Override
  public int getInt(int at) {
    return open().get(INT, at);
  }

  @Override
  public long getLong(int at) {
    return open().get(LONG, at);
  }

  @Override
  public void copyTo(int at, byte[] into, int to, int count) {
    MemorySegment.copy(open(), ValueLayout.JAVA_BYTE, at, into, to, count);
  }

  @Override
  public void copyTo(int at, MemorySegment into, long to, int count) {
    MemorySegment.copy(open(), at, into, to, count);
  }

  @Override
  public void copyTo(int at, char[] into, int to, int count) {
    MemorySegment.copy(open(), CHAR, at, into, to, count);
  }

  @Override
  public boolean isAscii(int at, int count) {
    MemorySegment from = open();
    for (int i = 0; i < count; i++) {
      if (from.get(ValueLayout.JAVA_BYTE, (long) at + i) < 0) {
        return false;
      }
    }
    return true;
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

  // An arena that is closed between this and the access still stops the access, with an exception of the JDK's.
  private MemorySegment open() {
    if (!memory.scope().isAlive()) {
      throw new StaleViewException("wrapped memory", Lifetime.WITHOUT_MEMORY);
    }
    return memory;
  }
}
