package org.ferryipc.core.pickle;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import org.ferryipc.core.failure.StaleViewException;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that are read where their message lies.
 *
 * <p>Every use throws {@link StaleViewException} once the message is released, recycled or changed; a copying method
 * then leaves zeros where it copied to. Any thread may use it. With {@code -Dferry.borrow=copy} it is a copy from the
 * start and never stale.
 */
public final class BorrowedData {
  private static final String NAME = "borrowed data";

  private final Bytes bytes;
  private final int from;
  private final int length;
  private final Lifetime life;

  private BorrowedData(Bytes bytes, int from, int length, Lifetime life) {
    this.bytes = bytes;
    this.from = from;
    this.length = length;
    this.life = life;
  }

  /** {@return bytes that are a part of somebody's; a copy of them if this process does not borrow} */
  static BorrowedData of(Bytes bytes, int from, int length, Lifetime life) {
    if (!Borrowing.COPIES) {
      return new BorrowedData(bytes, from, length, life);
    }
    byte[] copy = new byte[length];
    bytes.copyTo(from, copy, 0, length);
    life.check(NAME);
    return new BorrowedData(new HeapBytes(copy, 0), 0, length, Lifetime.ENDLESS);
  }

  /** {@return how many they are} */
  public int length() {
    life.check(NAME);
    return length;
  }

  /**
   * {@return one of them}
   *
   * @throws IndexOutOfBoundsException if there is no such
   */
  public byte get(int index) {
    Objects.checkIndex(index, length);
    byte found = bytes.get(from + index);
    life.check(NAME);
    return found;
  }

  /**
   * Copies {@code count} of them, from the one at {@code index} on.
   *
   * @throws IndexOutOfBoundsException if they are not so many, or {@code into} has no room for them from {@code at}
   */
  public void copyTo(int index, byte[] into, int at, int count) {
    Objects.checkFromIndexSize(index, count, length);
    Objects.checkFromIndexSize(at, count, into.length);
    bytes.copyTo(from + index, into, at, count);
    try {
      life.check(NAME);
    } catch (StaleViewException over) {
      Arrays.fill(into, at, at + count, (byte) 0); // they may be another message's
      throw over;
    }
  }

  /**
   * Copies all to the beginning of {@code into}.
   *
   * @throws IndexOutOfBoundsException if it has no room for them
   */
  public void copyTo(MemorySegment into) {
    bytes.copyTo(from, into, 0, length);
    try {
      life.check(NAME);
    } catch (StaleViewException over) {
      MemorySegment unused = into.asSlice(0, length).fill((byte) 0); // as above
      throw over;
    }
  }

  /** {@return a copy, which stays} */
  public byte[] toArray() {
    byte[] copy = new byte[length];
    copyTo(0, copy, 0, length);
    return copy;
  }

  /** {@return whether {@code other} is borrowed data of the same bytes}; throws if either is stale */
  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof BorrowedData that) || that.length() != length()) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (get(i) != that.get(i)) {
        return false;
      }
    }
    return true;
  }

  /** {@return what {@link java.util.Arrays#hashCode(byte[])} is of the copy} */
  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = 0; i < length(); i++) {
      hash = 31 * hash + get(i);
    }
    return hash;
  }

  /** {@return the length in words, for messages} */
  @Override
  public String toString() {
    return length + " bytes";
  }
}
