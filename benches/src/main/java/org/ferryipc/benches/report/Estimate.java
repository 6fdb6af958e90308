package org.ferryipc.benches.report;

import java.util.Arrays;
import java.util.List;

/**
 * A median, and the interval in which it lies.
 *
 * <p>The interval has a confidence of 95 % and assumes nothing of how values are distributed: by how chance may put
 * values on either side of a median, it ends at values that were measured. That would be all if values were
 * independent; those of one virtual machine are not, because it compiled the code once. So it also covers the median of
 * each machine.
 *
 * @param median the middle of all values
 * @param low where the interval begins
 * @param high where it ends
 */
public record Estimate(double median, double low, double high) {
  // What chance may leave outside the interval at each end.
  private static final double TAIL = 0.025;

  /**
   * {@return the estimate from values in groups}
   *
   * @param groups the values of each virtual machine; none is empty
   */
  public static Estimate of(List<double[]> groups) {
    double[] all = groups.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
    int outside = outside(all.length);
    double low = all[outside];
    double high = all[all.length - 1 - outside];
    for (double[] group : groups) {
      double middle = middle(Arrays.stream(group).sorted().toArray());
      low = Math.min(low, middle);
      high = Math.max(high, middle);
    }
    return new Estimate(middle(all), low, high);
  }

  /** {@return the estimate from what {@code value} finds in each group} */
  public static <G> Estimate of(List<G> groups, java.util.function.Function<G, double[]> values) {
    return of(groups.stream().map(values).toList());
  }

  /** {@return half the width of the interval} */
  public double error() {
    return (high - low) / 2;
  }

  private static double middle(double[] sorted) {
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /** {@return how many of {@code count} sorted values may be left out at each end}; none when there are few */
  static int outside(int count) {
    // How many values lie under the true median is binomial with probability 1/2.
    double probability = Math.pow(0.5, count);
    double sum = 0;
    int left = -1;
    for (int k = 0; k < count; k++) {
      sum += probability;
      if (sum > TAIL) {
        break;
      }
      left = k;
      probability *= (double) (count - k) / (k + 1);
    }
    return Math.max(left, 0);
  }
}
