package org.ferryipc.core.pickle;

import java.lang.foreign.MemorySegment;

/**
 * A range of memory that is read, from 0 on; integers are little-endian. Its users have checked that what they ask for
 * is in the range.
 */
sealed interface Bytes permits HeapBytes, ForeignBytes {
  byte get(int at);

  char getChar(int at);

  int getInt(int at);

  long getLong(int at);

  /** Copies {@code count} bytes from {@code at}. */
  void copyTo(int at, byte[] into, int to, int count);

  /** As the other. */
  void copyTo(int at, MemorySegment into, long to, int count);

  /** Copies {@code count} UTF-16 units from {@code at}. */
  void copyTo(int at, char[] into, int to, int count);

  /** {@return whether {@code count} bytes from {@code at} are ASCII} */
  boolean isAscii(int at, int count);

  /** {@return what {@link org.ferryipc.core.text.Utf8#units} says of {@code count} bytes} */
  int units(int at, int count);

  /** {@return the text of {@code count} bytes that are ASCII} */
  String ascii(int at, int count);

  /** {@return the text of {@code count} bytes that are well-formed UTF-8} */
  String utf8(int at, int count);

  /** {@return the same range without its first {@code count} bytes} */
  Bytes after(int count);
}
