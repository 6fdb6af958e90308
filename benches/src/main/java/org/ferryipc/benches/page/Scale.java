package org.ferryipc.benches.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Puts positive values on a line of a picture, evenly by their logarithm.
 *
 * @param low the value at {@code from}
 * @param high the value at {@code to}; more than {@code low}
 * @param from where the line begins
 * @param to where it ends
 */
record Scale(double low, double high, double from, double to) {
  // As a lonely value still needs a line on which it is.
  private static final double LEAST_SPAN = 1.25;
  private static final double[] STEPS = {1, 2, 5};
  private static final int MOST_MARKS = 9;

  /** {@return a scale on which all {@code values} that are above 0 have a place} */
  static Scale over(DoubleStream values, double from, double to) {
    double[] positive = values.filter(value -> value > 0 && Double.isFinite(value)).sorted().toArray();
    double least = positive.length == 0 ? 1 : positive[0];
    double most = positive.length == 0 ? 1 : positive[positive.length - 1];
    return new Scale(least / LEAST_SPAN, most * LEAST_SPAN, from, to);
  }

  /** {@return the place of {@code value}}; what is beyond an end, as 0 is, stands at that end */
  double at(double value) {
    double part = Math.log(Math.max(value, low) / low) / Math.log(high / low);
    return from + Math.min(part, 1) * (to - from);
  }

  /** {@return round values for marks}: 1, 2, 5, 10 …, or powers of ten alone where those are too many */
  List<Double> marks() {
    List<Double> fine = marks(STEPS);
    return fine.size() <= MOST_MARKS ? fine : marks(new double[] {1});
  }

  private List<Double> marks(double[] steps) {
    List<Double> marks = new ArrayList<>();
    for (double power = Math.pow(10, Math.floor(Math.log10(low))); power <= high; power *= 10) {
      for (double step : steps) {
        if (step * power >= low && step * power <= high) {
          marks.add(step * power);
        }
      }
    }
    return marks;
  }
}
