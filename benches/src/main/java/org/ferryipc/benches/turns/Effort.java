package org.ferryipc.benches.turns;

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
}
