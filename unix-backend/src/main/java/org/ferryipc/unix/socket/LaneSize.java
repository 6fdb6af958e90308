package org.ferryipc.unix.socket;

import org.ferryipc.unix.lane.SendingLane;

/** How large a lane's ring is. */
final class LaneSize {
  // A channel that needs no more costs two of 16 pages; one that does is seen soon.
  private static final int FIRST = 64 << 10;
  private static final int LARGEST = 1 << 20;
  private static final int LONGEST_IN_RING = 4; // a message takes a quarter of it at most: docs/lanes.md

  /** Sets all rings of this process to one size, in bytes: for tests. */
  static final String PROPERTY = "ferry.lanes.ring";

  private LaneSize() {}

  /** {@return the length of the longest message for which a ring is made large enough} */
  static long longest() {
    return LARGEST / LONGEST_IN_RING;
  }

  /** {@return the size for a channel with messages of this length} */
  static int ringFor(long length) {
    int ring = Math.max(FIRST, Integer.highestOneBit((int) Math.max(1, length * LONGEST_IN_RING - 1)) << 1);
    return fixed(Math.min(ring, LARGEST));
  }

  /** {@return the size to go on to after {@code ring}}, which is the same when there is none */
  static int ringAfter(int ring) {
    return fixed((int) Math.min(4L * ring, LARGEST));
  }

  // Read each time: it is as nothing beside the making of a lane.
  private static int fixed(int ring) {
    int all = Integer.getInteger(PROPERTY, ring);
    return all >= SendingLane.LEAST_RING && Integer.bitCount(all) == 1 ? all : ring;
  }
}
