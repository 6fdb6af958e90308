package org.ferryipc.unix.processes;

/**
 * How long a trial goes on: in each build as long as the fault that it is named after needs to show, and as long as the
 * report of that fault says with {@code -Dferry.trials.full=true}; see docs/testing.md.
 */
public final class Effort {
  private static final String PROPERTY = "ferry.trials.full";
  private static final boolean FULL = Boolean.getBoolean(PROPERTY);

  private Effort() {}

  /** {@return the option with which another JVM makes as much effort as this one} */
  static String option() {
    return "-D" + PROPERTY + "=" + FULL;
  }

  /** {@return one of the two} */
  public static int of(int inEachBuild, int full) {
    return FULL ? full : inEachBuild;
  }
}
