package org.ferryipc.core.smile;

import static tools.jackson.dataformat.smile.SmileConstants.TOKEN_LITERAL_EMPTY_STRING;
import static tools.jackson.dataformat.smile.SmileConstants.TOKEN_LITERAL_FALSE;
import static tools.jackson.dataformat.smile.SmileConstants.TOKEN_LITERAL_NULL;
import static tools.jackson.dataformat.smile.SmileConstants.TOKEN_LITERAL_TRUE;
import static tools.jackson.dataformat.smile.SmileConstants.TOKEN_PREFIX_SMALL_INT;
import static tools.jackson.dataformat.smile.SmileConstants.TOKEN_PREFIX_TINY_ASCII;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one {@link FlatRecord} and what was read of them, in a slot for each component. Nothing is believed: what is not
 * exactly as {@link FlatComponent} writes it is not read.
 */
final class FlatInput {
  /** The largest whole number that its token holds, folded. */
  static final int LARGEST_SMALL = 0x1F;

  private static final int MOST_32 = 5; // bytes of a whole number
  private static final int MOST_64 = 10;

  private final byte[] bytes;
  private final int end;
  private int at;

  private final long[] words;
  private final @Nullable String[] texts;

  FlatInput(byte[] bytes, int at, int end, int slots) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
    this.words = new long[slots];
    this.texts = new String[slots];
  }

  /** {@return whether these bytes come next}; they are passed over */
  boolean skips(byte[] expected) {
    int behind = at + expected.length;
    if (behind > end || !Arrays.equals(bytes, at, behind, expected, 0, expected.length)) {
      return false;
    }
    at = behind;
    return true;
  }

  /** {@return whether this byte, and nothing else, comes next} */
  boolean endsWith(byte last) {
    return at == end - 1 && bytes[at] == last;
  }

  /** {@return whether a whole number between these comes next}; it is read */
  boolean readsWhole(int slot, long least, long most) {
    if (at == end) {
      return false;
    }
    byte token = bytes[at++];
    long folded;
    if ((token & 0xFF & ~LARGEST_SMALL) == TOKEN_PREFIX_SMALL_INT) {
      folded = token & LARGEST_SMALL;
    } else if (token == FlatComponent.WHOLE_32) {
      folded = unsigned(MOST_32);
      if (folded >>> Integer.SIZE != 0) {
        return false; // also if there was none
      }
    } else if (token == FlatComponent.WHOLE_64) {
      folded = unsigned(MOST_64);
      if (folded >>> Integer.SIZE == 0 || at < 0) {
        return false; // or it would have been written as one of 32 bits
      }
    } else {
      return false;
    }
    long value = folded >>> 1 ^ -(folded & 1);
    words[slot] = value;
    return at > 0 && value >= least && value <= most;
  }

  // Seven bits in a byte, six in the last one. What is none of that, or too much, leaves us before the beginning.
  private long unsigned(int mostBytes) {
    long value = 0;
    int until = Math.min(end, at + mostBytes);
    for (int i = at; i < until; i++) {
      byte next = bytes[i];
      if (next < 0) {
        at = value >>> Long.SIZE - 6 == 0 && (next & 0x40) == 0 ? i + 1 : -1;
        return value << 6 | next & 0x3F;
      }
      if (value >>> Long.SIZE - 7 != 0) {
        break;
      }
      value = value << 7 | next;
    }
    at = -1;
    return -1;
  }

  /** {@return whether this token comes next, and the bits of a number in so many bytes}; they are read */
  boolean readsBits(int slot, byte token, int count, int mostInFirst) {
    int behind = at + 1 + count;
    if (behind > end || bytes[at] != token || bytes[at + 1] > mostInFirst) {
      return false;
    }
    long raw = 0;
    int all = 0; // negative if one byte is
    for (int i = at + 1; i < behind; i++) {
      all |= bytes[i];
      raw = raw << 7 | bytes[i];
    }
    words[slot] = raw;
    at = behind;
    return all >= 0;
  }

  /** {@return whether a truth value comes next}; it is read */
  boolean readsTruth(int slot) {
    if (at == end) {
      return false;
    }
    byte token = bytes[at++];
    words[slot] = token == TOKEN_LITERAL_TRUE ? 1 : 0;
    return token == TOKEN_LITERAL_TRUE || token == TOKEN_LITERAL_FALSE;
  }

  /** {@return whether a short text of ASCII, or none at all, comes next}; it is read */
  boolean readsText(int slot) {
    if (at == end) {
      return false;
    }
    int token = bytes[at++];
    if (token == TOKEN_LITERAL_NULL || token == TOKEN_LITERAL_EMPTY_STRING) {
      texts[slot] = token == TOKEN_LITERAL_NULL ? null : "";
      return true;
    }
    int length = token - TOKEN_PREFIX_TINY_ASCII + 1; // the last of them is 127
    if (length <= 0 || length > end - at) {
      return false;
    }
    for (int i = at; i < at + length; i++) {
      if (bytes[i] < 0) {
        return false;
      }
    }
    texts[slot] = new String(bytes, at, length, StandardCharsets.ISO_8859_1);
    at += length;
    return true;
  }

  // What the record is made of.

  long whole(int slot) {
    return words[slot];
  }

  double ofDouble(int slot) {
    return Double.longBitsToDouble(words[slot]);
  }

  float ofFloat(int slot) {
    return Float.intBitsToFloat((int) words[slot]);
  }

  boolean truth(int slot) {
    return words[slot] != 0;
  }

  @Nullable String text(int slot) {
    return texts[slot];
  }
}
