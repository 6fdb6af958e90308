package org.ferryipc.examples.checksums;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** A file in a message: the length of its name (u32), the name in UTF-8, and all that is left is what it holds. */
final class FileMessage {
  private static final ValueLayout.OfInt LENGTH = ValueLayout.JAVA_INT_UNALIGNED;

  private FileMessage() {}

  /** {@return how many bytes a message needs} */
  static long size(byte[] name, long content) {
    return Integer.BYTES + name.length + content;
  }

  /** Writes the name. {@return where the content goes} */
  static MemorySegment begin(MemorySegment message, byte[] name) {
    message.set(LENGTH, 0, name.length);
    MemorySegment.copy(name, 0, message, ValueLayout.JAVA_BYTE, Integer.BYTES, name.length);
    return message.asSlice(Integer.BYTES + name.length);
  }

  /** {@return the name} */
  static String name(MemorySegment message) {
    byte[] name = message.asSlice(Integer.BYTES, message.get(LENGTH, 0)).toArray(ValueLayout.JAVA_BYTE);
    return new String(name, StandardCharsets.UTF_8);
  }

  /** {@return the content, where it lies} */
  static MemorySegment content(MemorySegment message) {
    return message.asSlice(Integer.BYTES + message.get(LENGTH, 0));
  }
}
