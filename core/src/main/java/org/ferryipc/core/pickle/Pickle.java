package org.ferryipc.core.pickle;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A whole pickle that is only read: header and payload.
 *
 * <p>Bytes that are no pickle make an empty one, of size 0, and no error: the header must give the payload a size that
 * leaves a header of 4 to 64 bytes, a multiple of 4. A pickle may be a message by itself ({@code IpcChannel<Pickle>}
 * with a {@link PickleCodec}). Any thread may read it, each with a {@link #reader} of its own.
 */
public final class Pickle {
  private static final String NAME = "a Pickle";
  private static final ValueLayout.OfInt SIZE = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Bytes bytes;
  private final int header;
  private final int payload;
  private final Lifetime life;

  private Pickle(Bytes bytes, int header, int payload, Lifetime life) {
    this.bytes = bytes;
    this.header = header;
    this.payload = payload;
    this.life = life;
  }

  /** {@return the pickle that a whole array is, or else an empty one} */
  static Pickle of(Bytes bytes, int length, Lifetime life) {
    long payload = length < PickleHeader.BYTES ? -1 : bytes.getInt(0) & 0xFFFF_FFFFL;
    long header = length - payload;
    return payload >= 0 && PickleHeader.isSize(header)
        ? new Pickle(bytes, (int) header, (int) payload, life)
        : new Pickle(bytes, 0, 0, life);
  }

  static Pickle of(byte[] own, int header) {
    return new Pickle(new HeapBytes(own, 0), header, own.length - header, new Lifetime());
  }

  /**
   * {@return a pickle that borrows the caller's memory}, which must stay as it is until {@link #release}: a change by
   * others cannot be noticed
   *
   * <p>When the arena of the memory is closed, whatever reads it throws; one that belongs to a thread lets no other
   * read. With {@code -Dferry.borrow=copy} the pickle is a copy.
   *
   * @throws IllegalArgumentException if it is longer than 2 GiB
   */
  public static Pickle wrap(MemorySegment memory) {
    return Borrowing.COPIES
        ? copyOf(memory)
        : of(new ForeignBytes(memory), checkedLength(memory), new Lifetime(memory));
  }

  /**
   * {@return a pickle that borrows the caller's array}, which must stay as it is until {@link #release}; see the other
   */
  public static Pickle wrap(byte[] array) {
    byte[] bytes = Borrowing.COPIES ? array.clone() : array;
    return of(new HeapBytes(bytes, 0), bytes.length, new Lifetime());
  }

  /**
   * {@return a pickle that is a copy of the memory}
   *
   * @throws IllegalArgumentException if it is longer than 2 GiB
   */
  public static Pickle copyOf(MemorySegment memory) {
    byte[] copy = new byte[checkedLength(memory)];
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, 0, copy, 0, copy.length);
    return of(new HeapBytes(copy, 0), copy.length, new Lifetime());
  }

  private static int checkedLength(MemorySegment memory) {
    long length = memory.byteSize();
    if (length > Integer.MAX_VALUE - PickleHeader.MOST) {
      throw new IllegalArgumentException("a pickle of " + length + " bytes");
    }
    return (int) length;
  }

  /**
   * {@return the size of the pickle at the beginning of {@code partial}, which may end early}; {@link
   * Integer#MAX_VALUE} for one that is larger, and nothing if not even its header is there
   *
   * @param headerBytes the size of its header
   * @throws IllegalArgumentException if there is no such header
   */
  public static OptionalInt peekNext(int headerBytes, MemorySegment partial) {
    int header = PickleHeader.checkedSize(headerBytes);
    if (partial.byteSize() < header) {
      return OptionalInt.empty();
    }
    long size = header + (partial.get(SIZE, 0) & 0xFFFF_FFFFL);
    return OptionalInt.of((int) Math.min(size, Integer.MAX_VALUE));
  }

  /**
   * {@return where in {@code data} the first pickle ends and the next one begins}; nothing if it is not there as a
   * whole
   *
   * @param headerBytes the size of its header
   * @throws IllegalArgumentException if there is no such header
   */
  public static OptionalInt findNext(int headerBytes, MemorySegment data) {
    OptionalInt size = peekNext(headerBytes, data);
    return size.isPresent() && size.getAsInt() > data.byteSize() ? OptionalInt.empty() : size;
  }

  /** {@return the size of header and payload; 0 if this is no pickle} */
  public int size() {
    return header + payload;
  }

  /** {@return the size of the header} */
  public int headerSize() {
    return header;
  }

  /** {@return the size of the payload} */
  public int payloadSize() {
    return payload;
  }

  /** {@return the sender's part of the header: all but the first four bytes} */
  public BorrowedData header() {
    int custom = Math.max(0, header - PickleHeader.BYTES);
    return BorrowedData.of(bytes, Math.min(header, PickleHeader.BYTES), custom, life);
  }

  /** {@return the payload, borrowed} */
  public BorrowedData payload() {
    return BorrowedData.of(bytes, header, payload, life);
  }

  /** {@return a reader that stands at the beginning} */
  public PickleReader reader() {
    return new PickleReader(bytes.after(header), payload, life, "pickle");
  }

  /** {@return a copy of header and payload} */
  public byte[] toByteArray() {
    byte[] copy = new byte[size()];
    copyTo(copy, 0);
    return copy;
  }

  /** {@return a pickle that is a copy of this one} */
  public Pickle copy() {
    byte[] copy = toByteArray();
    return of(new HeapBytes(copy, 0), copy.length, new Lifetime());
  }

  void copyTo(byte[] into, int at) {
    bytes.copyTo(0, into, at, size());
    life.check(NAME);
  }

  /**
   * Ends what was borrowed of this pickle: readers and views throw from now on. To be called before wrapped memory is
   * used for something else. Idempotent, by any thread.
   */
  public void release() {
    life.end(Lifetime.RELEASED);
  }

  /** {@return whether {@code other} is a pickle of the same bytes, header included}; throws if either is released */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Pickle that && size() == that.size() && Arrays.equals(toByteArray(), that.toByteArray());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(toByteArray());
  }

  /** {@return its sizes in words, for messages} */
  @Override
  public String toString() {
    return "Pickle of " + header + " + " + payload + " bytes";
  }
}
