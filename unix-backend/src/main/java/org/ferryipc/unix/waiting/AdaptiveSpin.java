package org.ferryipc.unix.waiting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Whether a thread should look for some microseconds before it sleeps: one of these for each place where a thread waits,
 * used by one thread at a time.
 *
 * <p>It pays where the other side answers soon and runs on another processor; then sleeping costs each side a wake-up.
 *
 * <p><b>Argument.</b> There is an allowance of time for looks in vain, and without enough of it for one more nobody looks. A
 * look that finds something earns what the sleep would have cost, less what it took; one in vain costs what it took; and each
 * sleep earns a little. So where looking never pays it takes no more than that little, which is a small part of what the sleep
 * itself costs, and is still tried from time to time. Where it pays, a look in vain now and then is paid for by the others,
 * and both sides go on looking. Two sides that both sleep come back to that: the window is as long as the other side's
 * wake-up takes, so the first who tries again finds the answer in time, though the other slept; and then the other, when it
 * tries, is answered at once. (To count looks in vain alone leaves two such sides asleep: each looks in vain as long as the
 * other sleeps.)
 */
public final class AdaptiveSpin {
  /** What is looked at. */
  public interface Watched {
    /** {@return whether there is something new}; costs as much as reading memory that another processor writes */
    boolean stirs();
  }

  // A sleep makes at least three system calls and two switches, which take 6 µs or more: looks in vain add two hundredths.
  static final long EARNED_BY_SLEEP_NANOS = 100;

  // So many looks in vain in a row are borne where looking pays, as when the other process collects garbage.
  private static final int MOST_IN_VAIN = 20;
  private static final int IN_VAIN_AT_FIRST = 4;

  // Reading the clock costs as much as some looks, and most answers that come at once come before that.
  private static final int LOOKS_WITHOUT_CLOCK = 64;
  private static final int LOOKS_PER_CLOCK = 16;

  // Of the machine, and not those that this thread may run on: each side may be bound to one of its own, and where both are
  // bound to the same one the allowance is soon used up.
  private static final boolean SEVERAL = isSeveral(Path.of("/sys/devices/system/cpu/online"));

  private final long window;
  private long allowance;

  /**
   * For one place where a thread waits.
   *
   * @param windowNanos how long it looks at most; about as long as it would be worth to save the sleep
   */
  public AdaptiveSpin(long windowNanos) {
    window = windowNanos;
    allowance = IN_VAIN_AT_FIRST * windowNanos;
  }

  /**
   * Looks until something stirs or the window is over, if that is likely to pay.
   *
   * @return whether it stirs; if not, the caller sleeps
   */
  public boolean look(Watched watched) {
    if (allowance < window || !SEVERAL || Thread.currentThread().isVirtual()) {
      allowance += EARNED_BY_SLEEP_NANOS;
      return false;
    }
    for (int i = 0; i < LOOKS_WITHOUT_CLOCK; i++) {
      if (watched.stirs()) {
        allowance = Math.min(allowance + window, MOST_IN_VAIN * window);
        return true;
      }
      Thread.onSpinWait();
    }
    long begun = System.nanoTime();
    do {
      for (int i = 0; i < LOOKS_PER_CLOCK; i++) {
        if (watched.stirs()) {
          long left = window - (System.nanoTime() - begun);
          allowance = Math.min(allowance + Math.max(0, left), MOST_IN_VAIN * window);
          return true;
        }
        Thread.onSpinWait();
      }
    } while (System.nanoTime() - begun < window);
    allowance -= window - EARNED_BY_SLEEP_NANOS;
    return false;
  }

  /** {@return whether a list as {@code 0-3,8} has more than one number} */
  static boolean isSeveral(Path list) {
    try {
      List<String> lines = Files.readAllLines(list); // readString gives one character of such files
      return !lines.isEmpty() && lines.getFirst().matches(".*[-,].*");
    } catch (IOException unknown) {
      return Runtime.getRuntime().availableProcessors() > 1;
    }
  }
}
