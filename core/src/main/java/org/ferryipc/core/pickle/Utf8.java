package org.ferryipc.core.pickle;

import java.nio.ByteBuffer;
import org.ferryipc.core.failure.SerializationException;

/** Texts to UTF-8 without anything between, and a strict look at UTF-8 that came (Unicode 16, table 3-7). */
final class Utf8 {
  // Below it, a call for each char costs less than a chunk and its loan.
  private static final int SHORT = 48;

  private Utf8() {}

  /**
   * Writes a text as long as it is ASCII.
   *
   * @param into has room for {@code units} bytes from {@code at}
   * @return whether all of it was; if not, what stands in {@code into} means nothing
   */
  static boolean writeAscii(CharSequence text, int units, byte[] into, int at) {
    if (units > SHORT) {
      return writeLongAscii(text, units, into, at);
    }
    int all = 0;
    for (int i = 0; i < units; i++) {
      char c = text.charAt(i);
      all |= c;
      into[at + i] = (byte) c;
    }
    return all < 0x80;
  }

  private static boolean writeLongAscii(CharSequence text, int units, byte[] into, int at) {
    Chunk chunk = Chunk.take();
    ByteBuffer target = ByteBuffer.wrap(into, at, units);
    try {
      boolean ascii = true;
      for (int from = 0; ascii && from < units; from += chunk.chars.length) {
        int count = Math.min(chunk.chars.length, units - from);
        text.getChars(from, from + count, chunk.chars, 0); // of a String much faster than one by one
        ascii = chunk.writeAscii(count, target);
      }
      return ascii;
    } finally {
      chunk.giveBack();
    }
  }

  /**
   * {@return how many bytes a text takes}
   *
   * @throws SerializationException if it has half a surrogate pair
   */
  static long length(CharSequence text, int units, String what) throws SerializationException {
    long bytes = 0;
    for (int i = 0; i < units; i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        bytes++;
      } else if (c < 0x800) {
        bytes += 2;
      } else if (!Character.isSurrogate(c)) {
        bytes += 3;
      } else if (Character.isHighSurrogate(c) && i + 1 < units && Character.isLowSurrogate(text.charAt(i + 1))) {
        bytes += 4;
        i++;
      } else {
        throw new SerializationException(what + ": a string has half a surrogate pair at " + i, null);
      }
    }
    return bytes;
  }

  /**
   * Writes a text of which {@link #length} said that it takes {@code bytes}.
   *
   * @param into has room for them from {@code at}
   * @throws SerializationException if that was another text
   */
  static void write(CharSequence text, int units, byte[] into, int at, int bytes, String what)
      throws SerializationException {
    int end = at + bytes;
    int to = at;
    for (int i = 0; i < units; i++) {
      int c = text.charAt(i);
      if (Character.isHighSurrogate((char) c) && i + 1 < units) {
        c = Character.toCodePoint((char) c, text.charAt(++i));
      }
      int size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
      if (end - to < size) {
        throw changed(what);
      }
      put(c, size, into, to);
      to += size;
    }
    if (to != end) {
      throw changed(what);
    }
  }

  static SerializationException changed(String what) {
    return new SerializationException(what + ": a string changed while it was written", null);
  }

  private static void put(int c, int size, byte[] into, int at) {
    switch (size) {
      case 1 -> into[at] = (byte) c;
      case 2 -> {
        into[at] = (byte) (0xC0 | c >> 6);
        into[at + 1] = (byte) (0x80 | c & 0x3F);
      }
      case 3 -> {
        into[at] = (byte) (0xE0 | c >> 12);
        into[at + 1] = (byte) (0x80 | c >> 6 & 0x3F);
        into[at + 2] = (byte) (0x80 | c & 0x3F);
      }
      default -> {
        into[at] = (byte) (0xF0 | c >> 18);
        into[at + 1] = (byte) (0x80 | c >> 12 & 0x3F);
        into[at + 2] = (byte) (0x80 | c >> 6 & 0x3F);
        into[at + 3] = (byte) (0x80 | c & 0x3F);
      }
    }
  }

  /** {@return how many UTF-16 units the text in these bytes has}; the complement of where it is malformed, if it is */
  static int units(Bytes bytes, int at, int count) {
    int end = at + count;
    int units = 0;
    for (int i = at; i < end; ) {
      int size = sequence(bytes, i, end);
      if (size == 0) {
        return ~(i - at);
      }
      units += size == 4 ? 2 : 1;
      i += size;
    }
    return units;
  }

  /** {@return the length of the sequence that begins at {@code at}, 0 if it is malformed} */
  private static int sequence(Bytes bytes, int at, int end) {
    int lead = bytes.get(at);
    if (lead >= 0) {
      return 1;
    }
    lead &= 0xFF;
    int size = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (size == 0 || end - at < size) {
      return 0;
    }
    // The second byte decides about overlong forms, surrogates, and what is beyond Unicode.
    int second = bytes.get(at + 1) & 0xFF;
    int least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (second < least || second > most) {
      return 0;
    }
    for (int i = 2; i < size; i++) {
      if ((bytes.get(at + i) & 0xC0) != 0x80) {
        return 0;
      }
    }
    return size;
  }
}
