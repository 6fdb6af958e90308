package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.SynchronousQueue;

/**
 * How long is "at once" on this machine now: a second, since the machine may do something else at that very moment, and what
 * is not done at once waits for a limit of many seconds or for ever. A busy machine gets the factor by which it is late to
 * wake a bare thread, measured beside each check.
 */
public final class Patience {
  private static final Duration AT_ONCE = Duration.ofSeconds(1);
  // What waking a thread takes at most on an idle machine, virtual ones included: 25 us here, and some more elsewhere.
  private static final Duration USUAL_WAKE = Duration.ofMillis(1);
  private static final int WAKES = 20;

  private Patience() {}

  /** Asserts that something was done at once. */
  public static void assertAtOnce(Duration taken) throws InterruptedException {
    assertThat(taken).isLessThanOrEqualTo(atOnce());
  }

  /** Asserts that a call with a limit ended at it: never before, and soon after. */
  public static void assertEndedAt(Duration limit, Duration taken) throws InterruptedException {
    assertThat(taken).isBetween(limit, limit.plus(atOnce()));
  }

  private static Duration atOnce() throws InterruptedException {
    SynchronousQueue<Long> hand = new SynchronousQueue<>();
    Thread other =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    for (int i = 0; i < WAKES; i++) {
                      hand.put(System.nanoTime());
                    }
                  } catch (InterruptedException e) {
                    throw new AssertionError(e);
                  }
                });
    long slowest = 0;
    for (int i = 0; i < WAKES; i++) {
      slowest = Math.max(slowest, System.nanoTime() - hand.take());
    }
    other.join();
    return AT_ONCE.multipliedBy(Math.max(1, slowest / USUAL_WAKE.toNanos()));
  }
}
