package org.ferryipc.benches.turns;

import java.util.List;

/**
 * How long single operations of one benchmark took in one virtual machine, in nanoseconds, for the quantiles that were
 * asked for. What it takes to read the clock, some 20 ns, is in each.
 *
 * @param all over all iterations
 * @param iterations in each of them
 * @param scores the means of the same operations, and what they cost beside time
 */
public record Sampled(List<Double> all, List<List<Double>> iterations, Scores scores) {

  /** Copies the lists. */
  public Sampled {
    all = List.copyOf(all);
    iterations = iterations.stream().map(List::copyOf).toList();
  }
}
