package org.ferryipc.core.pickle;

import org.ferryipc.core.failure.LimitExceededException;

/** Where a writer writes: an array that is replaced by a longer one when it is full. */
abstract sealed class Room permits OwnRoom, MessageRoom {
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
}
