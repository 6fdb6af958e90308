package org.ferryipc.core.pickle;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * A part of a pickle that is written later than its place was taken, until the next write to the same pickle.
 *
 * <p>After that, and once the message is on its way, each method throws {@link
 * org.ferryipc.core.failure.StaleViewException} and writes nothing. Integers are little-endian, at any place.
 */
public final class ClaimedBytes {
  private final byte[] array;
  private final Loans loans;
  private final int change;
  private final int from;
  private final int length;

  ClaimedBytes(byte[] array, Loans loans, int from, int length) {
    this.array = array;
    this.loans = loans;
    this.change = loans.changes();
    this.from = from;
    this.length = length;
  }

  /** {@return how many bytes they are} */
  public int length() {
    return length;
  }

  /**
   * Writes a byte.
   *
   * @throws IndexOutOfBoundsException if there is no such place
   */
  public void put(int at, byte value) {
    place(at, Byte.BYTES)[from + at] = value;
  }

  /**
   * Writes four bytes.
   *
   * @throws IndexOutOfBoundsException if there are no such places
   */
  public void putInt(int at, int value) {
    HeapBytes.INT.set(place(at, Integer.BYTES), from + at, value);
  }

  /**
   * Writes eight bytes.
   *
   * @throws IndexOutOfBoundsException if there are no such places
   */
  public void putLong(int at, long value) {
    HeapBytes.LONG.set(place(at, Long.BYTES), from + at, value);
  }

  /**
   * Writes all bytes of {@code source}.
   *
   * @throws IndexOutOfBoundsException if there are no such places
   */
  public void put(int at, byte[] source) {
    System.arraycopy(source, 0, place(at, source.length), from + at, source.length);
  }

  /**
   * Writes all bytes of {@code source}.
   *
   * @throws IndexOutOfBoundsException if there are no such places
   */
  public void put(int at, MemorySegment source) {
    byte[] into = place(at, source.byteSize());
    MemorySegment.copy(source, ValueLayout.JAVA_BYTE, 0, into, from + at, (int) source.byteSize());
  }

  private byte[] place(int at, long count) {
    Objects.checkFromIndexSize((long) at, count, length);
    loans.useClaim(change);
    return array;
  }
}
