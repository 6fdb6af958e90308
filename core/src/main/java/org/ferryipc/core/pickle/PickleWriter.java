package org.ferryipc.core.pickle;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Objects;
import org.ferryipc.core.Handle;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * Writes a pickle, item by item: into memory of its own, or, in {@link Pickled#writeTo}, into a message. The items,
 * byte by byte, are in {@code docs/pickle.md}.
 *
 * <p>Strings and bytes go straight to their place, whatever they come from; no copy of the whole is made on the way. A
 * call that throws has written nothing. Each write makes readers, views and claimed bytes of this writer stale. One
 * thread at a time.
 *
 * <p>What it does not do: it names nothing and writes no types. A reader must know the order.
 */
public final class PickleWriter {
  private final Room room;
  private final int start; // of the header, in the room's array
  private final int header;
  private final @Nullable HandleSink handles;
  private final int longestText;
  private final String what;

  /** Writes a pickle whose header is its payload's size and nothing else. */
  public PickleWriter() {
    this(PickleHeader.BYTES);
  }

  /**
   * Writes a pickle with a header of the caller's, zero at first.
   *
   * @param headerBytes its size, the payload's size of four bytes included; rounded up to four
   * @throws IllegalArgumentException if that is less than 4 or more than 64
   */
  public PickleWriter(int headerBytes) {
    this(new OwnRoom(PickleHeader.checkedSize(headerBytes)), PickleHeader.checkedSize(headerBytes));
  }

  private PickleWriter(OwnRoom room, int header) {
    this.room = room;
    this.start = 0;
    this.header = header;
    this.handles = null;
    this.longestText = Integer.MAX_VALUE;
    this.what = "pickle";
  }

  /** Writes a message behind what stands in {@code room}; {@link #finish} must follow. */
  PickleWriter(Room room, HandleSink handles, int longestText, String what) throws LimitExceededException {
    this.room = room;
    this.header = PickleHeader.BYTES;
    this.start = room.reserve(header);
    this.handles = handles;
    this.longestText = longestText;
    this.what = what;
    room.advance(header);
  }

  /** Writes a boolean: four bytes, 1 or 0. */
  public void writeBool(boolean value) throws LimitExceededException {
    writeInt(value ? 1 : 0);
  }

  /** Writes four bytes. */
  public void writeInt(int value) throws LimitExceededException {
    int at = room.begin(Integer.BYTES);
    HeapBytes.INT.set(room.array(), at, value);
    room.advance(Integer.BYTES);
  }

  /** Writes eight bytes: a {@code long} has as many for every platform. */
  public void writeLong(long value) throws LimitExceededException {
    int at = room.begin(Long.BYTES);
    HeapBytes.LONG.set(room.array(), at, value);
    room.advance(Long.BYTES);
  }

  /**
   * Writes an unsigned number of 16 bits, in four bytes of which two are padding.
   *
   * @throws IllegalArgumentException if it is not from 0 to 65,535
   */
  public void writeUInt16(int value) throws LimitExceededException {
    if (value < 0 || value > 0xFFFF) {
      throw new IllegalArgumentException(value + " is no unsigned number of 16 bits");
    }
    writeInt(value); // little-endian: the padding comes second
  }

  /**
   * Writes an unsigned number of 32 bits.
   *
   * @throws IllegalArgumentException if it is not from 0 to 4,294,967,295
   */
  public void writeUInt32(long value) throws LimitExceededException {
    if (value < 0 || value > 0xFFFF_FFFFL) {
      throw new IllegalArgumentException(value + " is no unsigned number of 32 bits");
    }
    writeInt((int) value);
  }

  /** Writes a number of 64 bits. */
  public void writeInt64(long value) throws LimitExceededException {
    writeLong(value);
  }

  /** Writes 64 bits that are to be taken as an unsigned number. */
  public void writeUInt64(long bits) throws LimitExceededException {
    writeLong(bits);
  }

  /** Writes a {@code float}; every bit is kept. */
  public void writeFloat(float value) throws LimitExceededException {
    writeInt(Float.floatToRawIntBits(value));
  }

  /** Writes a {@code double}; every bit is kept. */
  public void writeDouble(double value) throws LimitExceededException {
    writeLong(Double.doubleToRawLongBits(value));
  }

  /**
   * Writes a string as UTF-8.
   *
   * @throws IllegalStateException if {@code text}, asked for its chars, writes to this itself
   * @throws SerializationException if it has half a surrogate pair, or changes while it is written
   * @throws LimitExceededException if it is longer than strings may be here, or there is no room for it
   */
  public void writeString(CharSequence text) throws SerializationException, LimitExceededException {
    Texts.writeUtf8(room, text, longestText, what);
  }

  /**
   * Writes a string as UTF-16 units, also halves of surrogate pairs.
   *
   * @throws IllegalStateException if {@code text}, asked for its chars, writes to this itself
   * @throws LimitExceededException if it is longer than strings may be here, or there is no room for it
   */
  public void writeString16(CharSequence text) throws LimitExceededException {
    Texts.writeUtf16(room, text, longestText, what);
  }

  /** Writes a length and so many bytes. */
  public void writeData(byte[] source) throws LimitExceededException {
    writeData(source, 0, source.length);
  }

  /**
   * Writes a length and {@code count} bytes of {@code source} from {@code from}.
   *
   * @throws IndexOutOfBoundsException if there are no such bytes
   */
  public void writeData(byte[] source, int from, int count) throws LimitExceededException {
    Objects.checkFromIndexSize(from, count, source.length);
    int at = room.beginPrefixed(count, count);
    System.arraycopy(source, from, room.array(), at, count);
    room.end(at, count);
  }

  /** Writes a length and the bytes of {@code source}. */
  public void writeData(MemorySegment source) throws LimitExceededException {
    long count = source.byteSize();
    int at = room.beginPrefixed((int) Math.min(count, Integer.MAX_VALUE), count);
    MemorySegment.copy(source, ValueLayout.JAVA_BYTE, 0, room.array(), at, (int) count);
    room.end(at, (int) count);
  }

  /** Writes a length and the bytes of {@code source}. */
  public void writeData(BorrowedData source) throws LimitExceededException {
    int count = source.length();
    int at = room.beginPrefixed(count, count);
    source.copyTo(0, room.array(), at, count);
    room.end(at, count);
  }

  /** Writes bytes without a length: a reader must know how many. */
  public void writeBytes(byte[] source) throws LimitExceededException {
    int at = room.begin(Alignment.up(source.length));
    System.arraycopy(source, 0, room.array(), at, source.length);
    room.end(at, source.length);
  }

  /** Writes bytes without a length: a reader must know how many. */
  public void writeBytes(MemorySegment source) throws LimitExceededException {
    int at = room.begin(Alignment.up(source.byteSize()));
    MemorySegment.copy(source, ValueLayout.JAVA_BYTE, 0, room.array(), at, (int) source.byteSize());
    room.end(at, (int) source.byteSize());
  }

  /**
   * Has a handle move with the message, and writes its slot.
   *
   * @throws SerializationException if this pickle is no message
   * @throws LimitExceededException if the message has too many handles or bytes
   * @throws org.ferryipc.core.failure.HandleStateException if the handle is moved, closed, or part of a message already
   */
  public void writeAttachment(Handle handle) throws SerializationException, LimitExceededException {
    HandleSink sink = handles;
    if (sink == null) {
      throw new SerializationException(what + ": a handle travels only in a Ferry message", null);
    }
    int unused = room.begin(Integer.BYTES); // the room first: a handle that is leased must also be written
    writeInt(sink.put(handle));
  }

  /** Makes room for so many bytes of payload at once, which saves copies when it is known how many will come. */
  public void reserve(int payloadBytes) throws LimitExceededException {
    room.loans().change();
    if (room instanceof OwnRoom own) {
      own.expect(PickleHeader.checkedCount(payloadBytes));
    } else {
      int unused = room.reserve(PickleHeader.checkedCount(payloadBytes));
    }
  }

  /**
   * Appends {@code count} zero bytes, to be written later.
   *
   * @throws IllegalArgumentException if {@code count} is negative
   */
  public ClaimedBytes claimBytes(int count) throws LimitExceededException {
    long padded = Alignment.up(PickleHeader.checkedCount(count));
    int at = room.begin(padded);
    Arrays.fill(room.array(), at, at + (int) padded, (byte) 0);
    room.advance((int) padded);
    return new ClaimedBytes(room.array(), room.loans(), at, count);
  }

  /** {@return the caller's part of the header: all but the first four bytes} */
  public ClaimedBytes header() {
    room.loans().refuseIfOver();
    return new ClaimedBytes(room.array(), room.loans(), start + PickleHeader.BYTES, header - PickleHeader.BYTES);
  }

  /** {@return the size of header and payload} */
  public int size() {
    return header + payloadSize();
  }

  /** {@return the size of all that was written} */
  public int payloadSize() {
    room.loans().refuseIfOver();
    return room.end() - start - header;
  }

  /** {@return the size of the header} */
  public int headerSize() {
    return header;
  }

  /** {@return all that was written, until the next write} */
  public BorrowedData payload() {
    return BorrowedData.of(new HeapBytes(room.array(), start + header), 0, payloadSize(), room.loans().lend());
  }

  /** {@return a reader of all that was written, until the next write} */
  public PickleReader reader() {
    return new PickleReader(new HeapBytes(room.array(), start + header), payloadSize(), room.loans().lend(), what);
  }

  /** {@return a copy of all that was written, which stays} */
  public Pickle toPickle() {
    int size = size();
    seal();
    return Pickle.of(Arrays.copyOfRange(room.array(), start, start + size), header);
  }

  /** {@return a writer that goes on from a copy of this pickle}, of no larger capacity than that needs */
  public PickleWriter copy() throws LimitExceededException {
    int payload = payloadSize();
    OwnRoom own = new OwnRoom(header, payload);
    System.arraycopy(room.array(), start, own.array(), 0, header + payload);
    own.advance(payload);
    return new PickleWriter(own, header);
  }

  /**
   * Replaces all that was written, and the header, by those of {@code other}, a pickle with a header of the same size.
   *
   * @throws IllegalArgumentException if its header has another size
   * @throws IllegalStateException if this is the writer of a message
   */
  public void assign(Pickle other) throws LimitExceededException {
    if (other.headerSize() != header) {
      throw new IllegalArgumentException("a header of " + other.headerSize() + " bytes instead of " + header);
    }
    byte[] whole = other.toByteArray(); // first: it may be borrowed of this one
    clear();
    int at = room.begin(other.payloadSize());
    System.arraycopy(whole, 0, room.array(), start, whole.length);
    room.advance(whole.length - header);
    assert at == start + header;
  }

  /**
   * Throws all away that was written; the memory is used again.
   *
   * @throws IllegalStateException if this is the writer of a message
   */
  public void clear() {
    if (!(room instanceof OwnRoom own)) {
      throw new IllegalStateException("a message is not begun twice");
    }
    room.loans().recycle();
    own.clear();
  }

  /** Ends the writing of a message; nothing can be written any more. */
  void finish() {
    seal();
    room.loans().close();
  }

  /** {@return the size that the memory behind the header has} */
  int capacityAfterHeader() {
    return ((OwnRoom) room).capacity();
  }

  private void seal() {
    HeapBytes.INT.set(room.array(), start, payloadSize());
  }
}
