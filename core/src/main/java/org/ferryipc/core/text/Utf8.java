package org.ferryipc.core.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Texts to UTF-8 without anything between, and a strict look at UTF-8 that came (Unicode 16, table 3-7). */
public final class Utf8 {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN).withInvokeExactBehavior();
  private static final long NOT_ASCII = 0x8080_8080_8080_8080L;
  // Long enough to hide the loop, short enough to find out early that a text is not ASCII.
  private static final int STEP = 4 * Long.BYTES;

  private Utf8() {}

  /**
   * {@return how many bytes a text takes}, which are at least as many as it has units; the complement of where it has half a
   * surrogate pair, if it has
   *
   * @param units its length
   */
  public static long length(CharSequence text, int units) {
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
        return ~i;
      }
    }
    return bytes;
  }

  /**
   * Writes a text of which {@link #length} said that it takes {@code bytes}.
   *
   * @param into has room for them from {@code at}
   * @return whether it takes as many; if not, it is another text than it was, and what stands there means nothing
   */
  public static boolean write(CharSequence text, int units, byte[] into, int at, int bytes) {
    int end = at + bytes;
    int to = at;
    for (int i = 0; i < units; i++) {
      int c = text.charAt(i);
      if (c < 0x80 && to < end) {
        into[to++] = (byte) c;
        continue;
      }
      if (Character.isHighSurrogate((char) c) && i + 1 < units) {
        c = Character.toCodePoint((char) c, text.charAt(++i));
      }
      int size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
      if (end - to < size) {
        return false;
      }
      put(c, size, into, to);
      to += size;
    }
    return to == end;
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

  /** {@return whether {@code count} bytes from {@code from} are ASCII} */
  public static boolean isAscii(byte[] bytes, int from, int count) {
    int at = from;
    int end = from + count;
    for (; end - at >= STEP; at += STEP) {
      long all =
          (long) LONG.get(bytes, at)
              | (long) LONG.get(bytes, at + 8)
              | (long) LONG.get(bytes, at + 16)
              | (long) LONG.get(bytes, at + 24);
      if ((all & NOT_ASCII) != 0) {
        return false;
      }
    }
    return endOfAscii(bytes, at, end) == end;
  }

  private static int endOfAscii(byte[] bytes, int from, int end) {
    int at = from;
    while (end - at >= Long.BYTES && ((long) LONG.get(bytes, at) & NOT_ASCII) == 0) {
      at += Long.BYTES;
    }
    while (at < end && bytes[at] >= 0) {
      at++;
    }
    return at;
  }

  /**
   * {@return how many UTF-16 units the text in {@code count} bytes from {@code from} has}; the complement of how many bytes are
   * well formed, if not all are
   */
  public static int units(byte[] bytes, int from, int count) {
    int end = from + count;
    int at = endOfAscii(bytes, from, end);
    int units = at - from;
    while (at < end) {
      int size = sequence(bytes, at, end);
      if (size == 0) {
        return ~(at - from);
      }
      units += size == 4 ? 2 : 1;
      at += size;
    }
    return units;
  }

  /** {@return the length of the sequence that begins at {@code at}, 0 if it is malformed} */
  private static int sequence(byte[] bytes, int at, int end) {
    int lead = bytes[at];
    if (lead >= 0) {
      return 1;
    }
    lead &= 0xFF;
    int size = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (size == 0 || end - at < size) {
      return 0;
    }
    // The second byte decides about overlong forms, surrogates, and what is beyond Unicode.
    int second = bytes[at + 1] & 0xFF;
    int least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (second < least || second > most) {
      return 0;
    }
    for (int i = 2; i < size; i++) {
      if ((bytes[at + i] & 0xC0) != 0x80) {
        return 0;
      }
    }
    return size;
  }
}
