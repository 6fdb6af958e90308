package org.ferryipc.core.transport;

import java.util.Optional;

/** Which process descends from which, as far as the system shows. */
public final class FamilyTree {
  // No real tree is as deep; a bound, because processes come and go while it is climbed.
  private static final int MOST_GENERATIONS = 256;

  private FamilyTree() {}

  /** {@return whether the process {@code pid} is {@code elder} or descends from it} */
  public static boolean descends(long pid, long elder) {
    if (pid == elder) {
      return true; // also where the system shows no processes, or not those of others
    }
    Optional<ProcessHandle> at = ProcessHandle.of(pid);
    for (int i = 0; i < MOST_GENERATIONS && at.isPresent(); i++) {
      if (at.get().pid() == elder) {
        return true;
      }
      at = at.get().parent();
    }
    return false;
  }
}
