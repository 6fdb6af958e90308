package org.ferryipc.core.pickle;

import java.nio.ByteBuffer;

/** Texts to bytes as long as they are ASCII, which most are: in one pass, where others take two. */
final class Ascii {
  // Below it, a call for each char costs less than a chunk and its loan.
  private static final int SHORT = 48;

  private Ascii() {}

  /**
   * Writes a text as long as it is ASCII.
   *
   * @param into has room for {@code units} bytes from {@code at}
   * @return whether all of it was; if not, what stands in {@code into} means nothing
   */
  static boolean write(CharSequence text, int units, byte[] into, int at) {
    if (units > SHORT) {
      return writeLong(text, units, into, at);
    }
    int all = 0;
    for (int i = 0; i < units; i++) {
      char c = text.charAt(i);
      all |= c;
      into[at + i] = (byte) c;
    }
    return all < 0x80;
  }

  private static boolean writeLong(CharSequence text, int units, byte[] into, int at) {
    Chunk chunk = Chunk.take();
    ByteBuffer target = ByteBuffer.wrap(into, at, units);
    try {
      boolean ascii = true;
      for (int from = 0; ascii && from < units; from += chunk.chars.length) {
        int count = Math.min(chunk.chars.length, units - from);
        chunk.fill(text, from, count);
        ascii = chunk.writeAscii(count, target);
      }
      return ascii;
    } finally {
      chunk.giveBack();
    }
  }
}
