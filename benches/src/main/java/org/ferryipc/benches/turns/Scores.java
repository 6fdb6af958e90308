package org.ferryipc.benches.turns;

import java.util.List;

/**
 * What one benchmark scored in one virtual machine, iteration by iteration.
 *
 * @param nanos time of an operation in nanoseconds
 * @param allocated bytes that the whole machine allocated, for each operation
 */
public record Scores(List<Double> nanos, List<Double> allocated) {

  /** Copies the lists. */
  public Scores {
    nanos = List.copyOf(nanos);
    allocated = List.copyOf(allocated);
  }
}
