package org.ferryipc.core.pickle;

import java.lang.reflect.Type;
import java.util.Map;
import org.ferryipc.core.Handle;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.codec.HandleShape;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a pickle, item by item, in the order in which it was written.
 *
 * <p>Nothing is believed: a read that would go beyond the payload, or finds what is no such item, throws {@link
 * SerializationException} with the item, its place and what is wrong; the reader then stands at the end, and every
 * further read throws too. Nothing is allocated for a length before it was compared with what is there.
 *
 * <p>{@code …View} methods <em>borrow</em>: what they give reads the message where it lies, and throws {@link
 * org.ferryipc.core.failure.StaleViewException} once the message is over. All others copy. One thread at a time.
 */
public final class PickleReader {
  private static final String NAME = "a PickleReader";

  private final Bytes bytes;
  private final int end;
  private final Lifetime life;
  private final String what;
  private final int longestText;
  private final @Nullable HandleSource handles;
  private final Map<Type, HandleShape> shapes;
  private int at;
  private boolean failed;

  PickleReader(Bytes payload, int length, Lifetime life, String what) {
    this(payload, length, life, what, Integer.MAX_VALUE, null, Map.of());
  }

  /**
   * Reads a message.
   *
   * @param longestText the longest string, in UTF-16 units
   * @param shapes what is known of declared handle types
   */
  PickleReader(
      Bytes payload,
      int length,
      Lifetime life,
      String what,
      int longestText,
      @Nullable HandleSource handles,
      Map<Type, HandleShape> shapes) {
    this.bytes = payload;
    this.end = length;
    this.life = life;
    this.what = what;
    this.longestText = longestText;
    this.handles = handles;
    this.shapes = shapes;
  }

  /** {@return the next boolean}; any number but 0 is true */
  public boolean readBool() throws SerializationException {
    return int32("a boolean") != 0;
  }

  /** {@return the next number of 32 bits} */
  public int readInt() throws SerializationException {
    return int32("an int");
  }

  /** {@return the next {@code long}} */
  public long readLong() throws SerializationException {
    return int64("a long");
  }

  /** {@return the next unsigned number of 16 bits}; its padding is not looked at */
  public int readUInt16() throws SerializationException {
    return int32("a uint16") & 0xFFFF;
  }

  /** {@return the next unsigned number of 32 bits} */
  public long readUInt32() throws SerializationException {
    return int32("a uint32") & 0xFFFF_FFFFL;
  }

  /** {@return the next number of 64 bits} */
  public long readInt64() throws SerializationException {
    return int64("an int64");
  }

  /** {@return the bits of the next unsigned number of 64} */
  public long readUInt64() throws SerializationException {
    return int64("a uint64");
  }

  /** {@return the next {@code float}} */
  public float readFloat() throws SerializationException {
    return Float.intBitsToFloat(int32("a float"));
  }

  /** {@return the next {@code double}} */
  public double readDouble() throws SerializationException {
    return Double.longBitsToDouble(int64("a double"));
  }

  /** {@return a copy of the next string} */
  public String readString() throws SerializationException {
    String item = "a string";
    int from = at;
    int size = length(item);
    int start = take(item, from, size);
    String copy;
    if (bytes.isAscii(start, size)) {
      checkText(item, from, size);
      copy = bytes.ascii(start, size);
    } else {
      int unused = units(item, from, start, size);
      copy = bytes.utf8(start, size);
    }
    life.check(NAME);
    return copy;
  }

  /** {@return the next string, borrowed} */
  public BorrowedText readStringView() throws SerializationException {
    if (Borrowing.COPIES) {
      return BorrowedText.of(readString());
    }
    String item = "a string";
    int from = at;
    int size = length(item);
    int start = take(item, from, size);
    if (bytes.isAscii(start, size)) {
      checkText(item, from, size);
      life.check(NAME);
      return BorrowedText.ascii(bytes, start, size, life);
    }
    int units = units(item, from, start, size);
    life.check(NAME);
    return BorrowedText.utf8(bytes, start, units, size, life);
  }

  /** {@return a copy of the next string of UTF-16 units} */
  public String readString16() throws SerializationException {
    return string16().toString();
  }

  /** {@return the next string of UTF-16 units, borrowed} */
  public BorrowedText readString16View() throws SerializationException {
    return Borrowing.COPIES ? BorrowedText.of(readString16()) : string16();
  }

  private BorrowedText string16() throws SerializationException {
    String item = "a string16";
    int from = at;
    int units = length(item);
    checkText(item, from, units);
    int start = take(item, from, 2L * units);
    return BorrowedText.utf16(bytes, start, units, life);
  }

  /** {@return a copy of the next data} */
  public byte[] readData() throws SerializationException {
    String item = "data";
    int from = at;
    return copy(item, from, length(item));
  }

  /** {@return the next data, borrowed} */
  public BorrowedData readDataView() throws SerializationException {
    String item = "data";
    int from = at;
    int count = length(item);
    return BorrowedData.of(bytes, take(item, from, count), count, life);
  }

  /** {@return a copy of the next {@code count} bytes} */
  public byte[] readBytes(int count) throws SerializationException {
    return copy("bytes", at, count);
  }

  /** {@return the next {@code count} bytes, borrowed} */
  public BorrowedData readBytesView(int count) throws SerializationException {
    int start = take("bytes", at, count);
    life.check(NAME);
    return BorrowedData.of(bytes, start, count, life);
  }

  private byte[] copy(String item, int from, int count) throws SerializationException {
    int start = take(item, from, count);
    byte[] copy = new byte[count];
    bytes.copyTo(start, copy, 0, count);
    life.check(NAME);
    return copy;
  }

  /**
   * {@return the next number of 32 bits, which is the length of something}; a negative one is refused
   *
   * <p>It is a peer's number, up to two thousand millions: who makes room for so many things takes {@link #readLength(int)}.
   */
  public int readLength() throws SerializationException {
    return length("a length");
  }

  /**
   * {@return the next number of 32 bits, which says how many things follow}; one for which there are not bytes enough is refused,
   * so that a few bytes make nobody allocate room for what cannot come
   *
   * @param bytesEach the fewest bytes that one of them takes, at least 1
   * @throws IllegalArgumentException if {@code bytesEach} is less than 1
   */
  public int readLength(int bytesEach) throws SerializationException {
    if (bytesEach < 1) {
      throw new IllegalArgumentException("things of " + bytesEach + " bytes each");
    }
    String item = "a length";
    int from = at;
    int count = length(item);
    if ((long) count * bytesEach > end - at) {
      throw fail(item, from, count + " times " + bytesEach + " bytes, " + (end - at) + " are left");
    }
    return count;
  }

  /** Passes over {@code count} bytes and their padding. */
  public void skipBytes(int count) throws SerializationException {
    int unused = take("skipped bytes", at, count);
    life.check(NAME);
  }

  /** {@return whether everything was read}; also after a read that failed */
  public boolean reachedEnd() {
    life.check(NAME);
    return at == end;
  }

  /**
   * {@return the next handle, of a kind that carries nothing typed}
   *
   * @throws SerializationException if it is another kind, or none
   */
  public <H extends Handle> H readAttachment(Class<H> kind) throws SerializationException {
    return kind.cast(attachment(kind));
  }

  /**
   * {@return the next handle}, for instance {@code readAttachment(new MessageType<IpcSender<Result>>() {})}
   *
   * @throws SerializationException if it is another kind, or none
   */
  @SuppressWarnings("unchecked") // the shape is that of H
  public <H extends Handle> H readAttachment(MessageType<H> type) throws SerializationException {
    return (H) attachment(type.type());
  }

  private Handle attachment(Type type) throws SerializationException {
    String item = "an attachment";
    int from = at;
    int slot = int32(item);
    try {
      HandleSource source = handles;
      if (source == null) {
        throw new SerializationException("a handle travels only in a Ferry message", null);
      }
      HandleShape shape = shapes.get(type);
      if (shape == null) {
        shape = HandleShape.of(type, "attachment");
        shapes.put(type, shape);
      }
      return source.take(slot, shape);
    } catch (SerializationException refused) {
      throw fail(item, from, String.valueOf(refused.getMessage()));
    }
  }

  private int int32(String item) throws SerializationException {
    int value = bytes.getInt(take(item, at, Integer.BYTES));
    life.check(NAME);
    return value;
  }

  private long int64(String item) throws SerializationException {
    long value = bytes.getLong(take(item, at, Long.BYTES));
    life.check(NAME);
    return value;
  }

  private int length(String item) throws SerializationException {
    int from = at;
    int length = int32(item);
    if (length < 0) {
      throw fail(item, from, "a length of " + length);
    }
    return length;
  }

  /** Goes on behind {@code count} bytes and their padding. {@return where they begin} */
  private int take(String item, int from, long count) throws SerializationException {
    if (failed) {
      throw fail(item, from, "an earlier read failed");
    }
    int left = end - at;
    if (count < 0 || count > left) {
      throw fail(item, from, "needs " + count + " bytes, " + left + " are left");
    }
    int start = at;
    at += (int) Math.min(Alignment.up(count), left);
    return start;
  }

  private int units(String item, int from, int start, int size) throws SerializationException {
    int units = bytes.units(start, size);
    if (units < 0) {
      throw fail(item, from, "malformed UTF-8 at its byte " + ~units);
    }
    checkText(item, from, units);
    return units;
  }

  private void checkText(String item, int from, int units) throws SerializationException {
    if (units > longestText) {
      throw fail(item, from, "stringLength is limited to " + longestText + ", it has " + units);
    }
  }

  private SerializationException fail(String item, int from, String why) {
    life.check(NAME); // what was found may be wrong for that reason
    failed = true;
    at = end;
    return new SerializationException(what + ": " + item + " at byte " + from + ": " + why, null);
  }
}
