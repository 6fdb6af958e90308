package org.ferryipc.benches.turns;

/**
 * One who takes turns.
 *
 * @param bench what is run
 * @param warmupMillis how long each iteration lasts that is not counted, in milliseconds
 */
public record Contender(Bench bench, int warmupMillis) {

  /** Checks the time. */
  public Contender {
    if (warmupMillis < 1) {
      throw new IllegalArgumentException("an iteration lasts at least a millisecond");
    }
  }
}
