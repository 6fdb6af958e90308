package org.ferryipc.rpc;

/**
 * Whether the calls of one method should be run by the thread that receives.
 *
 * <p><b>Argument.</b> There is an allowance of time. Each call earns what it costs to hand one over, and uses up what it took; a
 * long one no more than a nap of the watcher, since by then another thread receives. So where calls are run by the thread that
 * receives, those that arrive meanwhile wait no longer in sum than hand-overs would have taken. Only many brief ones in a row
 * begin it, and one long one ends it for some.
 *
 * <p>Racy on purpose: what is lost among several threads is as much as some calls earn.
 */
final class Briefness {
  /** What it costs to hand a call over: a sleeping processor of a virtual machine needs as long at least to wake up. */
  static final long EARNED_NANOS = 20_000;

  static final long LONGEST_NANOS = Pump.NAP_NANOS;
  static final long MOST_NANOS = LONGEST_NANOS / 2;

  private long allowance = -LONGEST_NANOS;

  /** {@return whether the next call will probably be brief} */
  boolean isLikely() {
    return allowance >= 0;
  }

  /** Learns how long a call took. */
  void took(long nanos) {
    long next = allowance + EARNED_NANOS - Math.min(nanos, LONGEST_NANOS);
    allowance = Math.clamp(next, -LONGEST_NANOS, MOST_NANOS);
  }
}
