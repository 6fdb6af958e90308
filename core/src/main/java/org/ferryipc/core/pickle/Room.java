package org.ferryipc.core.pickle;

import org.ferryipc.core.failure.LimitExceededException;

/**
 * Where a writer writes: an array that is replaced by a longer one when it is full, and what was lent of it.
 *
 * <p>Room for an item is made first, then it is written, then it counts. What throws in between leaves no trace, least of all
 * bytes of an earlier message.
 */
abstract sealed class Room permits OwnRoom, MessageRoom {
  private final Loans loans = new Loans();

  /** {@return the array}; another one after each {@link #reserve} */
  abstract byte[] array();

  /** {@return where in the array the next byte goes} */
  abstract int end();

  /**
   * Makes room for {@code more} bytes behind the end.
   *
   * @return the end
   * @throws LimitExceededException if that would be more than there may be
   */
  abstract int reserve(long more) throws LimitExceededException;

  /** Takes in {@code count} bytes that were written behind the end, for which room was made. */
  abstract void advance(int count);

  /** {@return what ends when something is written} */
  final Loans loans() {
    return loans;
  }

  /** Makes room for an item of {@code count} bytes. {@return where in the array it goes} */
  final int begin(long count) throws LimitExceededException {
    loans.change();
    return reserve(count);
  }

  /** Makes room for a length, which is written, and so many bytes. {@return where in the array they go} */
  final int beginPrefixed(int length, long bytes) throws LimitExceededException {
    int at = begin(Integer.BYTES + Alignment.up(bytes));
    HeapBytes.INT.set(array(), at, length);
    return at + Integer.BYTES;
  }

  /** Pads {@code count} bytes at {@code at}, and takes in all up to there. */
  final void end(int at, int count) {
    int padded = (int) Alignment.up(count);
    byte[] array = array();
    for (int i = count; i < padded; i++) {
      array[at + i] = 0;
    }
    advance(at + padded - end());
  }
}
