package org.ferryipc.rpc;

import java.util.concurrent.TimeUnit;

/**
 * Whether the calls of one method should be run by the thread that receives.
 *
 * <p><b>Argument.</b> There is an allowance of time. Each call earns what it costs to hand one over, and uses up what it took; a
 * long one no more than two naps of the watcher, since by then another thread receives. So where calls are run by the thread that
 * receives, those that arrive meanwhile wait no longer in sum than hand-overs would have taken. Only many brief ones in a row
 * begin it, and one long one ends it for some.
 *
 * <p>Racy on purpose: what is lost among several threads is as much as some calls earn.
 */
final class Briefness {
  /** The property that says how many microseconds a call may take to be brief; with 0 none is. */
  static final String PROPERTY = "ferry.rpc.brief";

  // What it costs to hand a call over: a sleeping processor of a virtual machine needs as long at least to wake up.
  private static final long USUAL_MICROS = 20;

  /** The watcher sees at its first look that nobody leads, and leads at its second. */
  static final long LONGEST_NANOS = 2 * Pump.NAP_NANOS;

  private static final long MOST_NANOS = LONGEST_NANOS / 2;

  private final long earnedNanos;
  private long allowance = -LONGEST_NANOS;

  Briefness() {
    this(TimeUnit.MICROSECONDS.toNanos(Long.getLong(PROPERTY, USUAL_MICROS)));
  }

  /** As the other, with the length of time up to which a call is brief. */
  Briefness(long earnedNanos) {
    this.earnedNanos = earnedNanos;
  }

  /** {@return whether the next call will probably be brief} */
  boolean isLikely() {
    return allowance >= 0;
  }

  /** Learns how long a call took. */
  void took(long nanos) {
    long next = allowance + earnedNanos - Math.min(nanos, LONGEST_NANOS);
    allowance = Math.clamp(next, -LONGEST_NANOS, MOST_NANOS);
  }
}
