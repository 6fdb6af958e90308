package org.ferryipc.benches.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EstimateTest {

  // From tables of the sign test, two-sided, 5 %.
  @ParameterizedTest
  @CsvSource({"1,0", "5,0", "6,0", "8,0", "9,1", "11,1", "12,2", "25,7", "30,9", "50,17", "90,35"})
  void leavesOutAsManyValuesAsChanceMayPutOnOneSideOfTheMedian(int count, int outside) {
    assertThat(Estimate.outside(count)).isEqualTo(outside);
  }

  @Test
  void endsItsIntervalAtValuesThatWereMeasured() {
    double[] values = IntStream.rangeClosed(1, 30).mapToDouble(i -> i).toArray();

    Estimate estimate = Estimate.of(List.of(values));

    assertThat(estimate).isEqualTo(new Estimate(15.5, 10, 21));
    assertThat(estimate.error()).isEqualTo(5.5);
  }

  @Test
  void isNotMovedByOneWildValue() {
    assertThat(Estimate.of(List.of(new double[] {1, 1, 1, 1, 1, 1, 1, 1, 1_000_000})))
        .isEqualTo(new Estimate(1, 1, 1));
  }

  @Test
  void takesTheWholeRangeOfVeryFewValues() {
    assertThat(Estimate.of(List.of(new double[] {3, 1, 2}))).isEqualTo(new Estimate(2, 1, 3));
    assertThat(Estimate.of(List.of(new double[] {7}))).isEqualTo(new Estimate(7, 7, 7));
  }

  @Test
  void coversTheMedianOfEachMachineHoweverWellItsValuesAgree() {
    double[] slow = IntStream.range(0, 10).mapToDouble(i -> 2).toArray();
    double[] fast = IntStream.range(0, 30).mapToDouble(i -> 1).toArray();

    assertThat(Estimate.of(List.of(fast, slow))).isEqualTo(new Estimate(1, 1, 2));
  }
}
