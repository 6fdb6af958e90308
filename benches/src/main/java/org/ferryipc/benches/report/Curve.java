package org.ferryipc.benches.report;

import java.util.List;

/**
 * How long single operations took, of a row or a floor.
 *
 * @param row title of the row to which it belongs
 * @param name whose it is: the row's title, or a floor's name
 * @param nanos for each of {@link #QUANTILES} the time that so many operations kept within
 */
public record Curve(String row, String name, List<Double> nanos) {
  /** Which parts of all operations: the shortest, most of them in steps, and the last few. */
  public static final List<Double> QUANTILES =
      List.of(0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999, 0.9995, 0.9999);

  /** Copies the times. */
  public Curve {
    nanos = List.copyOf(nanos);
    if (nanos.size() != QUANTILES.size()) {
      throw new IllegalArgumentException(nanos.size() + " times for " + QUANTILES.size() + " quantiles");
    }
  }
}
