package org.ferryipc.unix.processes;

import java.util.Arrays;

/** Whether a thread has come to the place where it waits, so that a test can go on without sleeping. */
public final class Blocked {
  private Blocked() {}

  /** {@return whether {@code thread} is inside a method of a class of this simple name} */
  public static boolean in(Thread thread, String simpleClassName) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getClassName().endsWith("." + simpleClassName));
  }

  /** Waits until it is, or is over. */
  public static void awaitIn(Thread thread, String simpleClassName) {
    while (thread.isAlive() && !in(thread, simpleClassName)) {
      Thread.yield();
    }
  }
}
