package org.ferryipc.core.transport;

import java.util.concurrent.atomic.LongAdder;

/**
 * How many descriptors a transport keeps open for its own later use (wake-up counters, the poller, a spare number), apart
 * from those that belong to handles. Leak checks subtract it.
 */
public final class KeptDescriptors {
  private static final LongAdder COUNT = new LongAdder();

  private KeptDescriptors() {}

  /** Says that {@code change} more (or, negative, fewer) are kept. */
  public static void add(int change) {
    COUNT.add(change);
  }

  /** {@return how many are kept now} */
  public static long kept() {
    return COUNT.sum();
  }
}
