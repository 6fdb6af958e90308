package org.ferryipc.core.transport;

import java.time.Duration;

/**
 * One moment on the monotonic clock, computed once per timed call, so that retries and interruptions never restart its
 * limit.
 *
 * @param at the moment, as of {@link System#nanoTime}; meaningless if {@code bounded} is false
 * @param bounded whether the deadline ever passes
 */
public record Deadline(long at, boolean bounded) {

  /** Never passes. */
  public static final Deadline NEVER = new Deadline(0, false);

  /** Has passed: a try. Compare by identity before asking the clock. */
  public static final Deadline AT_ONCE = new Deadline(0, true);

  // Half the range of nanoTime: differences beyond it change sign.
  private static final long LONGEST = Long.MAX_VALUE / 2;

  /** {@return the deadline that passes after {@code limit} (zero or less: has passed)} */
  public static Deadline after(Duration limit) {
    long nanos;
    try {
      nanos = limit.toNanos();
    } catch (ArithmeticException tooLong) {
      nanos = limit.isNegative() ? 0 : LONGEST;
    }
    return nanos >= LONGEST ? NEVER : new Deadline(System.nanoTime() + Math.max(0, nanos), true);
  }

  /** {@return nanoseconds left, 0 if passed, {@link Long#MAX_VALUE} if it never passes} */
  public long remainingNanos() {
    return !bounded ? Long.MAX_VALUE : this == AT_ONCE ? 0 : Math.max(0, at - System.nanoTime());
  }

  /** {@return whether it has passed} */
  public boolean passed() {
    return bounded && (this == AT_ONCE || at - System.nanoTime() <= 0);
  }
}
