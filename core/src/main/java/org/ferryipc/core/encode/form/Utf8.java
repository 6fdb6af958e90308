package org.ferryipc.core.encode.form;

/** Text as UTF-8, strictly: what is not well formed is refused, on either side, and never replaced. */
final class Utf8 {
  static final int MALFORMED = -1;

  private Utf8() {}

  /** {@return how many bytes {@code text} takes, or {@link #MALFORMED} if it has half a surrogate pair} */
  static long length(String text) {
    int units = text.length();
    int i = 0;
    while (i < units && text.charAt(i) < 0x80) {
      i++;
    }
    long bytes = i;
    for (; i < units; i++) {
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
        return MALFORMED;
      }
    }
    return bytes;
  }

  /** Writes {@code text}, whose {@link #length} is known to be there. */
  static void write(String text, byte[] to, int at) {
    int units = text.length();
    int next = at;
    for (int i = 0; i < units; i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        to[next++] = (byte) c;
      } else if (c < 0x800) {
        to[next++] = (byte) (0xC0 | c >> 6);
        to[next++] = (byte) (0x80 | c & 0x3F);
      } else if (!Character.isSurrogate(c)) {
        to[next++] = (byte) (0xE0 | c >> 12);
        to[next++] = (byte) (0x80 | c >> 6 & 0x3F);
        to[next++] = (byte) (0x80 | c & 0x3F);
      } else {
        int point = Character.toCodePoint(c, text.charAt(++i));
        to[next++] = (byte) (0xF0 | point >> 18);
        to[next++] = (byte) (0x80 | point >> 12 & 0x3F);
        to[next++] = (byte) (0x80 | point >> 6 & 0x3F);
        to[next++] = (byte) (0x80 | point & 0x3F);
      }
    }
  }

  /** {@return how many UTF-16 units the bytes are, or {@link #MALFORMED}} */
  static int units(byte[] bytes, int from, int count) {
    int end = from + count;
    int i = from;
    while (i < end && bytes[i] >= 0) {
      i++;
    }
    int units = i - from;
    while (i < end) {
      int b = bytes[i++] & 0xFF;
      if (b < 0x80) {
        units++;
        continue;
      }
      int more = b >= 0xC2 && b < 0xE0 ? 1 : b >= 0xE0 && b < 0xF0 ? 2 : b >= 0xF0 && b < 0xF5 ? 3 : 0;
      if (more == 0 || more > end - i) {
        return MALFORMED;
      }
      int point = b & 0x3F >> more;
      for (int k = 0; k < more; k++) {
        int c = bytes[i++];
        if ((c & 0xC0) != 0x80) {
          return MALFORMED;
        }
        point = point << 6 | c & 0x3F;
      }
      boolean tooLong = more == 2 && point < 0x800 || more == 3 && point < 0x10000;
      if (tooLong || point > Character.MAX_CODE_POINT || point >= 0xD800 && point < 0xE000) {
        return MALFORMED;
      }
      units += more == 3 ? 2 : 1;
    }
    return units;
  }
}
