package org.ferryipc.core.region;

/**
 * What a pool keeps.
 *
 * @param ringSize how many regions that became empty are remembered before the oldest is given back; 0 to 1,024
 * @param capShift the cap on the bytes behind empty regions is the bytes behind all regions, shifted right by this
 * @param leastCap the cap is never below this: see {@code docs/regions.md} for why a channel needs one
 */
public record RegionPolicy(int ringSize, int capShift, long leastCap) {
  /** As PartitionAlloc on Linux, and for the same reason: the table is in {@code docs/decisions.md}. */
  static final int DEFAULT_RING = 128;

  // PartitionRoot::max_empty_slot_spans_dirty_bytes_shift
  private static final int EIGHTH = 3;

  // What a channel may keep while it is idle; as much as before there was a pool.
  private static final long LEAST_CAP = 16L << 20;

  /** Checks the values. */
  public RegionPolicy {
    checkRing(ringSize);
    if (capShift < 0 || capShift >= Long.SIZE) {
      throw new IllegalArgumentException("shift " + capShift);
    }
    if (leastCap < 0) {
      throw new IllegalArgumentException("least cap " + leastCap);
    }
  }

  static void checkRing(int size) {
    if (size < 0 || size > RegionRing.LARGEST) {
      throw new IllegalArgumentException("a ring of " + size + " regions, must be from 0 to " + RegionRing.LARGEST);
    }
  }

  /** {@return the default, but for what {@code -Dferry.regions.ring} and {@code -Dferry.regions.leastCap} name} */
  public static RegionPolicy defaults() {
    return Defaults.VALUE;
  }

  /** {@return this policy with another ring} */
  public RegionPolicy withRingSize(int size) {
    return new RegionPolicy(size, capShift, leastCap);
  }

  long cap(long committed) {
    return Math.max(committed >> capShift, leastCap);
  }

  private static final class Defaults {
    static final RegionPolicy VALUE =
        new RegionPolicy(
            Integer.getInteger("ferry.regions.ring", DEFAULT_RING),
            EIGHTH,
            Long.getLong("ferry.regions.leastCap", LEAST_CAP));
  }
}
