package org.ferryipc.core.smile;

import static tools.jackson.dataformat.smile.SmileConstants.TOKEN_LITERAL_EMPTY_STRING;
import static tools.jackson.dataformat.smile.SmileConstants.TOKEN_LITERAL_FALSE;
import static tools.jackson.dataformat.smile.SmileConstants.TOKEN_LITERAL_NULL;
import static tools.jackson.dataformat.smile.SmileConstants.TOKEN_LITERAL_TRUE;
import static tools.jackson.dataformat.smile.SmileConstants.TOKEN_PREFIX_KEY_ASCII;
import static tools.jackson.dataformat.smile.SmileConstants.TOKEN_PREFIX_SMALL_INT;
import static tools.jackson.dataformat.smile.SmileConstants.TOKEN_PREFIX_TINY_ASCII;

import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One property of a {@link FlatRecord}: its name and its value in the bytes, and its accessor. */
final class FlatComponent {
  /** The longest text of one token, in bytes. */
  static final int LONGEST_TEXT = 64;

  /** The longest name of one token, in bytes. */
  static final int LONGEST_NAME = 64;

  /** What stands in front of a whole number of up to 32 bits, in two parts: a token, and the bits, seven in a byte. */
  static final byte WHOLE_32 = 0x24;

  /** The same up to 64 bits. */
  static final byte WHOLE_64 = 0x25;

  /** What stands in front of the bits of a float, seven in a byte. */
  static final byte FLOAT = 0x28;

  /** The same of a double. */
  static final byte DOUBLE = 0x29;

  /** How many bytes hold the bits of a float. */
  static final int FLOAT_BYTES = 5;

  /** The same of a double. */
  static final int DOUBLE_BYTES = 10;

  private static final int BITS = 7; // of a byte in a number
  private static final int LAST_BITS = 6; // of the last one in a whole number
  private static final byte LAST = (byte) 0x80; // says that it is the last one
  private static final int MOST_WHOLE_BYTES = 1 + 10;

  /** What a component holds. */
  enum Form {
    /** A byte, short, int or long; its accessor, and what it is made of, is a long. */
    WHOLE,
    /** A double. */
    DOUBLE,
    /** A float. */
    FLOAT,
    /** A boolean. */
    TRUTH,
    /** A String. */
    TEXT
  }

  private final byte[] name; // with its token
  private final Form form;
  private final long least;
  private final long most;
  private final MethodHandle accessor; // takes an Object

  /**
   * Describes a component.
   *
   * @param name at most {@link #LONGEST_NAME} characters of ASCII
   * @param least of whole numbers, the least that it holds
   * @param most the same, the largest
   * @param accessor takes the record as an Object, and gives what {@code form} says
   */
  FlatComponent(String name, Form form, long least, long most, MethodHandle accessor) {
    byte[] ascii = name.getBytes(StandardCharsets.US_ASCII);
    this.name = new byte[1 + ascii.length];
    this.name[0] = (byte) (TOKEN_PREFIX_KEY_ASCII - 1 + ascii.length);
    System.arraycopy(ascii, 0, this.name, 1, ascii.length);
    this.form = form;
    this.least = least;
    this.most = most;
    this.accessor = accessor;
  }

  /** {@return how many bytes it can take} */
  int mostBytes() {
    return name.length
        + switch (form) {
          case WHOLE -> MOST_WHOLE_BYTES;
          case DOUBLE -> 1 + DOUBLE_BYTES;
          case FLOAT -> 1 + FLOAT_BYTES;
          case TRUTH -> 1;
          case TEXT -> 1 + LONGEST_TEXT;
        };
  }

  /** Writes it to {@code at}, where there is room. {@return where what follows stands; -1 if the value is Jackson's} */
  int write(Object value, byte[] into, int at) throws Throwable {
    System.arraycopy(name, 0, into, at, name.length);
    int behind = at + name.length;
    return switch (form) {
      case WHOLE -> whole((long) accessor.invokeExact(value), into, behind);
      case DOUBLE -> {
        into[behind] = DOUBLE;
        yield bits(Double.doubleToRawLongBits((double) accessor.invokeExact(value)), DOUBLE_BYTES, into, behind + 1);
      }
      case FLOAT -> {
        into[behind] = FLOAT;
        int raw = Float.floatToRawIntBits((float) accessor.invokeExact(value));
        yield bits(Integer.toUnsignedLong(raw), FLOAT_BYTES, into, behind + 1);
      }
      case TRUTH -> {
        into[behind] = (boolean) accessor.invokeExact(value) ? TOKEN_LITERAL_TRUE : TOKEN_LITERAL_FALSE;
        yield behind + 1;
      }
      case TEXT -> text((String) accessor.invokeExact(value), into, behind);
    };
  }

  private static int whole(long value, byte[] into, int at) {
    long folded; // zigzag: the sign in the lowest bit
    if (value == (int) value) {
      folded = (value << 1 ^ value >> Long.SIZE - 1) & 0xFFFF_FFFFL;
      if (folded <= FlatInput.LARGEST_SMALL) {
        into[at] = (byte) (TOKEN_PREFIX_SMALL_INT + folded);
        return at + 1;
      }
      into[at] = WHOLE_32;
    } else {
      folded = value << 1 ^ value >> Long.SIZE - 1;
      into[at] = WHOLE_64;
    }
    int significant = Long.SIZE - Long.numberOfLeadingZeros(folded);
    int last = at + 1 + significant / BITS; // as six of them are in the last byte
    into[last] = (byte) (LAST | folded & (1 << LAST_BITS) - 1);
    return bits(folded >>> LAST_BITS, last - at - 1, into, at + 1) + 1;
  }

  // The lowest bits, seven in each of so many bytes, the highest first.
  private static int bits(long raw, int bytes, byte[] into, int at) {
    long rest = raw;
    for (int i = at + bytes - 1; i >= at; i--) {
      into[i] = (byte) (rest & (1 << BITS) - 1);
      rest >>>= BITS;
    }
    return at + bytes;
  }

  private static int text(@Nullable String text, byte[] into, int at) {
    if (text == null || text.isEmpty()) {
      into[at] = text == null ? TOKEN_LITERAL_NULL : TOKEN_LITERAL_EMPTY_STRING;
      return at + 1;
    }
    int length = text.length();
    if (length > LONGEST_TEXT) {
      return -1;
    }
    into[at] = (byte) (TOKEN_PREFIX_TINY_ASCII - 1 + length);
    for (int i = 0; i < length; i++) {
      char unit = text.charAt(i);
      if (unit > Byte.MAX_VALUE) {
        return -1;
      }
      into[at + 1 + i] = (byte) unit;
    }
    return at + 1 + length;
  }

  /** Reads it into a slot of {@code in}. {@return false if the bytes are Jackson's} */
  boolean read(FlatInput in, int slot) {
    return in.skips(name)
        && switch (form) {
          case WHOLE -> in.readsWhole(slot, least, most);
          case DOUBLE -> in.readsBits(slot, DOUBLE, DOUBLE_BYTES, 1);
          case FLOAT -> in.readsBits(slot, FLOAT, FLOAT_BYTES, 0xF);
          case TRUTH -> in.readsTruth(slot);
          case TEXT -> in.readsText(slot);
        };
  }
}
