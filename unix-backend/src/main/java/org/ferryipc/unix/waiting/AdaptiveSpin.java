package org.ferryipc.unix.waiting;

import java.util.concurrent.TimeUnit;

/**
 * Whether a thread should look for some microseconds before it sleeps: one of these for each place where a thread waits,
 * used by one thread at a time.
 *
 * <p>It pays where the other side answers at once and runs on another processor; then sleeping costs each side a wake-up.
 * Where it did not pay, it is tried again after twice as many waits as the last time.
 */
public final class AdaptiveSpin {
  /** What is looked at. */
  public interface Watched {
    /** {@return whether there is something new}; costs as much as reading memory that another processor writes */
    boolean stirs();
  }

  // A wake-up of a sleeping processor takes about this long; who looks longer would better have slept.
  private static final long WINDOW_NANOS = TimeUnit.MICROSECONDS.toNanos(40);
  private static final int MOST_DOUBLED = 6;
  private static final int LOOKS_PER_CLOCK = 16; // reading it costs as much as so many looks

  private static final long ASK_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static volatile long nextAsk = System.nanoTime();
  private static volatile boolean several;

  private int doubled;
  private int toSkip;

  /**
   * Looks until something stirs or the window is over, if that is likely to pay.
   *
   * @return whether it stirs
   */
  public boolean look(Watched watched) {
    if (toSkip > 0) {
      toSkip--;
      return false;
    }
    long begun = System.nanoTime();
    if (!several(begun) || Thread.currentThread().isVirtual()) {
      return false;
    }
    do {
      for (int i = 0; i < LOOKS_PER_CLOCK; i++) {
        if (watched.stirs()) {
          doubled = Math.max(0, doubled - 1);
          return true;
        }
        Thread.onSpinWait();
      }
    } while (System.nanoTime() - begun < WINDOW_NANOS);
    toSkip = 1 << doubled;
    doubled = Math.min(doubled + 1, MOST_DOUBLED);
    return false;
  }

  // A thread, or the whole process, may be bound to other processors at any time.
  private static boolean several(long now) {
    if (now - nextAsk >= 0) {
      several = Runtime.getRuntime().availableProcessors() > 1;
      nextAsk = now + ASK_NANOS;
    }
    return several;
  }
}
