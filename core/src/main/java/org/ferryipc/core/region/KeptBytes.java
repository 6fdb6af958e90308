package org.ferryipc.core.region;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes this process keeps behind empty regions, over all pools. A pool that would bring them over the limit gives
 * back all of its own, and works as well, and slower.
 */
public final class KeptBytes {
  /** As much as the lanes of a process may take: DESIGN.md 6. */
  public static final long MOST = 64L << 20;

  private static final AtomicLong TOTAL = new AtomicLong();

  private KeptBytes() {}

  /** {@return how many bytes there are now} */
  public static long now() {
    return TOTAL.get();
  }

  /** {@return whether there are now too many} */
  static boolean change(long by) {
    return TOTAL.addAndGet(by) > MOST;
  }
}
