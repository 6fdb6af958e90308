package org.ferryipc.core.pickle;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.ferryipc.core.text.Utf8;

/**
 * Bytes of an array, where those of channels and of writers lie.
 *
 * @param array the array
 * @param from where in it the range begins
 */
record HeapBytes(byte[] array, int from) implements Bytes {
  static final VarHandle CHAR = view(char[].class);
  static final VarHandle INT = view(int[].class);
  static final VarHandle LONG = view(long[].class);

  private static final ValueLayout.OfChar UNITS = ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static VarHandle view(Class<?> elements) {
    return MethodHandles.byteArrayViewVarHandle(elements, ByteOrder.LITTLE_ENDIAN).withInvokeExactBehavior();
  }

  @Override
  public byte get(int at) {
    return array[from + at];
  }

  @Override
  public char getChar(int at) {
    return (char) CHAR.get(array, from + at);
  }

  @Override
  public int getInt(int at) {
    return (int) INT.get(array, from + at);
  }

  @Override
  public long getLong(int at) {
    return (long) LONG.get(array, from + at);
  }

  @Override
  public void copyTo(int at, byte[] into, int to, int count) {
    System.arraycopy(array, from + at, into, to, count);
  }

  @Override
  public void copyTo(int at, MemorySegment into, long to, int count) {
    MemorySegment.copy(array, from + at, into, ValueLayout.JAVA_BYTE, to, count);
  }

  @Override
  public void copyTo(int at, char[] into, int to, int count) {
    MemorySegment.copy(MemorySegment.ofArray(array), UNITS, (long) from + at, into, to, count);
  }

  @Override
  public boolean isAscii(int at, int count) {
    return Utf8.isAscii(array, from + at, count);
  }

  @Override
  public int units(int at, int count) {
    return Utf8.units(array, from + at, count);
  }

  @Override
  public String ascii(int at, int count) {
    return new String(array, from + at, count, ISO_8859_1); // copies, and does not look a second time
  }

  @Override
  public String utf8(int at, int count) {
    return new String(array, from + at, count, UTF_8);
  }

  @Override
  public Bytes after(int count) {
    return new HeapBytes(array, from + count);
  }
}
