package org.ferryipc.core.pickle;

/**
 * What a pickle begins with: its payload's size as an unsigned number of 32 bits, and whatever a program puts behind
 * it.
 */
final class PickleHeader {
  /** The smallest. */
  static final int BYTES = Integer.BYTES;

  /** The largest: one unit of capacity. */
  static final int MOST = OwnRoom.UNIT;

  private PickleHeader() {}

  /**
   * {@return a header's size as it is used}
   *
   * @throws IllegalArgumentException if there is no such header
   */
  static int checkedSize(int bytes) {
    if (bytes < BYTES || bytes > MOST) {
      throw new IllegalArgumentException("a header of " + bytes + " bytes, must be from " + BYTES + " to " + MOST);
    }
    return (int) Alignment.up(bytes);
  }

  /** {@return whether a header that was found can be one} */
  static boolean isSize(long bytes) {
    return bytes >= BYTES && bytes <= MOST && Alignment.up(bytes) == bytes;
  }

  static int checkedCount(int count) {
    if (count < 0) {
      throw new IllegalArgumentException(count + " bytes");
    }
    return count;
  }
}
