package org.ferryipc.benches.turns;

import java.util.List;

/**
 * Who takes turns in one set of virtual machines, as far as it takes time.
 *
 * @param machines how many there are
 * @param warmups for each who takes turns how many times as long as the effort's its iterations last that are not counted
 * @param startSeconds what each needs to be set up and to end; more if it starts another process
 */
public record Players(int machines, List<Double> warmups, double startSeconds) {
  // What a virtual machine takes beside its iterations, to start and end, and an iteration beside its time, since JMH starts
  // and joins threads for each: measured on two processors, over some thirty sets.
  private static final double MACHINE_SECONDS = 0.9;
  private static final double ITERATION_SECONDS = 0.012;
  private static final double MILLIS = 1000;

  /** Copies the list. */
  public Players {
    warmups = List.copyOf(warmups);
  }

  double seconds(Effort effort) {
    double sum = MACHINE_SECONDS * machines;
    for (double warmup : warmups) {
      sum +=
          startSeconds
              + effort.warmups() * (warmup * effort.warmupMillis() / MILLIS + ITERATION_SECONDS)
              + effort.iterations() * (effort.millis() / MILLIS + ITERATION_SECONDS);
    }
    return sum;
  }
}
