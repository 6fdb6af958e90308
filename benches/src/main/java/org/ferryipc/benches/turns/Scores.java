package org.ferryipc.benches.turns;

import java.util.List;

/**
 * What one benchmark scored in one virtual machine, iteration by iteration.
 *
 * @param nanos time of an operation in nanoseconds
 * @param allocated bytes that the whole machine allocated, for each operation
 * @param switches context switches of its process, for each operation
 * @param resident the most memory of its process that was resident so far, in KiB
 */
public record Scores(List<Double> nanos, List<Double> allocated, List<Double> switches, List<Double> resident) {

  /** Copies the lists. */
  public Scores {
    nanos = List.copyOf(nanos);
    allocated = List.copyOf(allocated);
    switches = List.copyOf(switches);
    resident = List.copyOf(resident);
  }
}
