package org.ferryipc.core.pickle;

import java.util.Arrays;
import java.util.Objects;
import org.ferryipc.core.failure.StaleViewException;
import org.jspecify.annotations.Nullable;

/**
 * A string that is read where its message lies.
 *
 * <p>Every use throws {@link StaleViewException} once the message is released, recycled or changed; it never shows
 * other characters than those that were sent. {@link #toString} copies, and the copy stays. Any thread may use it. With
 * {@code -Dferry.borrow=copy} it is a copy from the start and never stale.
 *
 * <p>A string that has characters outside ASCII is decoded once, at the first use that asks for a single one.
 */
public final class BorrowedText implements CharSequence {
  private static final String NAME = "a borrowed string";
  private static final Bytes NONE = new HeapBytes(new byte[0], 0);

  private enum Form {
    ASCII,
    UTF_8,
    UTF_16,
    DECODED
  }

  private final Form form;
  private final Bytes bytes;
  private final int from;
  private final int units;
  private final int size; // in bytes
  private final Lifetime life;
  // Of a form that has no single characters. A race makes it twice, which does no harm: a String is safe in any case.
  private @Nullable String decoded;

  private BorrowedText(Form form, Bytes bytes, int from, int units, int size, Lifetime life) {
    this.form = form;
    this.bytes = bytes;
    this.from = from;
    this.units = units;
    this.size = size;
    this.life = life;
  }

  private BorrowedText(String text, Lifetime life) {
    this(Form.DECODED, NONE, 0, text.length(), 0, life);
    decoded = text;
  }

  /** {@return a text that is a copy already} */
  static BorrowedText of(String copy) {
    return new BorrowedText(copy, Lifetime.ENDLESS);
  }

  /** {@return the text in bytes that are ASCII} */
  static BorrowedText ascii(Bytes bytes, int from, int units, Lifetime life) {
    return new BorrowedText(Form.ASCII, bytes, from, units, units, life);
  }

  /** {@return the text in {@code size} bytes that are UTF-8} */
  static BorrowedText utf8(Bytes bytes, int from, int units, int size, Lifetime life) {
    return new BorrowedText(Form.UTF_8, bytes, from, units, size, life);
  }

  /** {@return the text in so many UTF-16 units} */
  static BorrowedText utf16(Bytes bytes, int from, int units, Lifetime life) {
    return new BorrowedText(Form.UTF_16, bytes, from, units, 2 * units, life);
  }

  /** {@return the length in UTF-16 units} */
  @Override
  public int length() {
    life.check(NAME);
    return units;
  }

  @Override
  public char charAt(int index) {
    Objects.checkIndex(index, units);
    char found =
        switch (form) {
          case ASCII -> (char) bytes.get(from + index);
          case UTF_16 -> bytes.getChar(from + 2 * index);
          case UTF_8, DECODED -> decoded().charAt(index);
        };
    life.check(NAME);
    return found;
  }

  /** {@return a part of this text, which lives as long} */
  @Override
  public BorrowedText subSequence(int start, int end) {
    Objects.checkFromToIndex(start, end, units);
    life.check(NAME);
    return switch (form) {
      case ASCII -> ascii(bytes, from + start, end - start, life);
      case UTF_16 -> utf16(bytes, from + 2 * start, end - start, life);
      case UTF_8, DECODED -> new BorrowedText(decoded().substring(start, end), life);
    };
  }

  /** Copies chars; if the text is stale, leaves zeros in their place. */
  @Override
  public void getChars(int begin, int end, char[] into, int at) {
    Objects.checkFromToIndex(begin, end, units);
    Objects.checkFromIndexSize(at, end - begin, into.length);
    switch (form) {
      case ASCII -> {
        for (int i = begin; i < end; i++) {
          into[at + i - begin] = (char) bytes.get(from + i);
        }
      }
      case UTF_16 -> bytes.copyTo(from + 2 * begin, into, at, end - begin);
      case UTF_8, DECODED -> decoded().getChars(begin, end, into, at);
    }
    try {
      life.check(NAME);
    } catch (StaleViewException over) {
      Arrays.fill(into, at, at + end - begin, '\0'); // they may be another message's
      throw over;
    }
  }

  /** {@return a copy, which stays} */
  @Override
  public String toString() {
    String copy =
        switch (form) {
          case ASCII -> bytes.ascii(from, units);
          case UTF_16 -> {
            char[] chars = new char[units];
            bytes.copyTo(from, chars, 0, units);
            yield new String(chars);
          }
          case UTF_8, DECODED -> decoded();
        };
    life.check(NAME);
    return copy;
  }

  private String decoded() {
    String known = decoded;
    if (known == null) {
      known = bytes.utf8(from, size);
      life.check(NAME); // before anybody keeps it
      decoded = known;
    }
    return known;
  }

  /** {@return whether {@code other} has the same characters} */
  public boolean contentEquals(CharSequence other) {
    if (other.length() != length()) {
      return false;
    }
    for (int i = 0; i < units; i++) {
      if (charAt(i) != other.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** {@return whether {@code other} is a borrowed string with the same characters}; throws if either is stale */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof BorrowedText that && contentEquals(that);
  }

  /** {@return what {@link String#hashCode} is of the copy} */
  @Override
  public int hashCode() {
    int hash = 0;
    for (int i = 0; i < length(); i++) {
      hash = 31 * hash + charAt(i);
    }
    return hash;
  }

  /** {@return how many bytes {@link #copyUtf8} copies, or -1 if the text lies here in another form} */
  int utf8Size() {
    return form == Form.ASCII || form == Form.UTF_8 ? size : -1;
  }

  /** Copies the bytes of a text that lies here as UTF-8. */
  void copyUtf8(byte[] into, int at) {
    bytes.copyTo(from, into, at, size);
    life.check(NAME);
  }
}
