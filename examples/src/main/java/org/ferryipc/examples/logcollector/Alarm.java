package org.ferryipc.examples.logcollector;

import java.time.Duration;

/**
 * A moment to wait for.
 *
 * @param nanos the moment, as of {@link System#nanoTime}
 */
record Alarm(long nanos) {
  private static final Duration NEVER = Duration.ofDays(365);

  static Alarm in(Duration time) {
    return new Alarm(System.nanoTime() + time.toNanos());
  }

  static Alarm never() {
    return in(NEVER);
  }

  Alarm earlier(Alarm other) {
    return nanos - other.nanos <= 0 ? this : other;
  }

  boolean rings() {
    return System.nanoTime() - nanos >= 0;
  }

  Duration remaining() {
    return Duration.ofNanos(Math.max(0, nanos - System.nanoTime()));
  }
}
