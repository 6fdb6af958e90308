package org.ferryipc.benches.turns;

import java.util.List;

/**
 * How much a comparison is measured.
 *
 * @param forks how often fresh virtual machines are started: what the compiler makes of the same code differs from one to the
 *     next
 * @param warmups iterations that are not counted
 * @param warmupMillis length of one of them in milliseconds
 * @param iterations those that are
 * @param millis length of one of them in milliseconds
 */
public record Effort(int forks, int warmups, int warmupMillis, int iterations, int millis) {
  private static final int LEAST_WARMUPS = 5;
  private static final int LEAST_ITERATIONS = 8;
  private static final int LEAST_MILLIS = 40;
  private static final int MILLIS_STEP = 10;

  /** Checks that something is measured. */
  public Effort {
    if (forks < 1 || warmups < 0 || warmupMillis < 1 || iterations < 1 || millis < 1) {
      throw new IllegalArgumentException("at least one fork, one iteration and one millisecond");
    }
  }

  /**
   * {@return as much of this as fits in a time}; at least one fork with a few iterations, however little there is. Machines are
   * left out first, then iterations that count, then those that do not: what is not compiled gives wrong figures, few
   * iterations only wide intervals
   *
   * @param seconds the time
   * @param sets for each set of virtual machines of a single fork who takes turns in it
   */
  public Effort within(double seconds, List<Players> sets) {
    Effort fitting = this;
    while (fitting.forks > 1 && fitting.seconds(sets) > seconds) {
      fitting = new Effort(fitting.forks - 1, warmups, warmupMillis, iterations, millis);
    }
    while (fitting.seconds(sets) > seconds && fitting.iterations > LEAST_ITERATIONS) {
      fitting = new Effort(1, warmups, warmupMillis, fitting.iterations - 1, millis);
    }
    while (fitting.seconds(sets) > seconds && fitting.millis > LEAST_MILLIS) {
      fitting = new Effort(1, warmups, warmupMillis, fitting.iterations, fitting.millis - MILLIS_STEP);
    }
    while (fitting.seconds(sets) > seconds && fitting.warmups > LEAST_WARMUPS) {
      fitting = new Effort(1, fitting.warmups - 1, warmupMillis, fitting.iterations, fitting.millis);
    }
    return fitting;
  }

  /** {@return the same with another number of sets of machines} */
  public Effort withForks(int other) {
    return new Effort(other, warmups, warmupMillis, iterations, millis);
  }

  /** {@return the same with another number of iterations that are not counted} */
  public Effort withWarmups(int other) {
    return new Effort(forks, other, warmupMillis, iterations, millis);
  }

  /** {@return the same with another number of iterations that are} */
  public Effort withIterations(int other) {
    return new Effort(forks, warmups, warmupMillis, other, millis);
  }

  /** {@return the same with another length of all iterations}, in milliseconds */
  public Effort withMillis(int other) {
    return new Effort(forks, warmups, other, iterations, other);
  }

  /** {@return about how long that takes} */
  public double seconds(List<Players> sets) {
    return forks * sets.stream().mapToDouble(players -> players.seconds(this)).sum();
  }
}
