package org.ferryipc.benches.turns;

import java.util.List;

/**
 * How much a comparison is measured.
 *
 * @param forks how often fresh virtual machines are started: what the compiler makes of the same code differs from one
 *     to
 *     the next
 * @param warmups iterations that are not counted
 * @param iterations those that are
 * @param millis length of an iteration in milliseconds
 */
public record Effort(int forks, int warmups, int iterations, int millis) {

  /** Checks that something is measured. */
  public Effort {
    if (forks < 1 || warmups < 0 || iterations < 1 || millis < 1) {
      throw new IllegalArgumentException("at least one fork, one iteration and one millisecond");
    }
  }

  // What a set of virtual machines takes beside its iterations, to start, set up and end, and what more where each starts
  // another process: measured on two processors, over some thirty sets of either kind.
  private static final double START_SECONDS = 2.7;
  private static final double PARTNERS_SECONDS = 2.2;
  private static final int LEAST_WARMUPS = 5;
  private static final int LEAST_ITERATIONS = 8;
  private static final int LEAST_MILLIS = 40;
  private static final int MILLIS_STEP = 10;
  private static final double MILLIS = 1000;

  /**
   * {@return as much of this as fits in a time}; at least one fork with a few iterations, however little time there is
   *
   * @param seconds the time
   * @param sets for each set of virtual machines of a single fork who takes turns in it
   */
  public Effort within(double seconds, List<Players> sets) {
    Effort fitting = this;
    while (fitting.forks > 1 && fitting.seconds(sets) > seconds) {
      fitting = new Effort(fitting.forks - 1, warmups, iterations, millis);
    }
    while (fitting.seconds(sets) > seconds && fitting.iterations > LEAST_ITERATIONS) {
      int fewer = fitting.iterations - 1;
      int before = Math.min(fitting.warmups, Math.max(LEAST_WARMUPS, warmups * fewer / iterations));
      fitting = new Effort(1, before, fewer, millis);
    }
    while (fitting.seconds(sets) > seconds && fitting.millis > LEAST_MILLIS) {
      fitting = new Effort(1, fitting.warmups, fitting.iterations, fitting.millis - MILLIS_STEP);
    }
    return fitting;
  }

  /** {@return about how long that takes} */
  public double seconds(List<Players> sets) {
    return forks * sets.stream().mapToDouble(this::seconds).sum();
  }

  private double seconds(Players players) {
    double turns = (warmups + iterations) * millis / MILLIS;
    return START_SECONDS + (players.partners() ? PARTNERS_SECONDS : 0) + players.count() * turns;
  }
}
