package org.ferryipc.core.ownership;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How to wait for what another thread is about to end: a few dozen instructions, so whoever ends it does not look whether
 * somebody waits, which would cost it more than all the rest. The waiter looks again instead, at first at once, and then, as the
 * other thread may have lost its processor, less and less often.
 */
public final class BriefWait {
  private static final int SPINS = 64; // some microseconds
  private static final int YIELDS = 16;
  private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

  private BriefWait() {}

  /**
   * Lets some time pass.
   *
   * @param looks how many times the caller has looked in vain before
   */
  @SuppressWarnings("ThreadPriorityCheck") // yields for the sake of the other; nothing here relies on it
  public static void pause(int looks) {
    if (looks < SPINS) {
      Thread.onSpinWait();
    } else if (looks < SPINS + YIELDS || Thread.currentThread().isInterrupted()) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}
