package org.ferryipc.benches.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangesTest {

  @ParameterizedTest
  @CsvSource({
    "ns/op, 100, 10, 80, 4, 0.69, 0.93, faster",
    "ns/op, 100, 10, 80, 10, 0.64, 1, same",
    "ns/op, 100, 10, 120, 5, 1.05, 1.39, slower",
    "ns/op p99, 100, 0, 101, 0, 1.01, 1.01, slower",
    "MB/s, 100, 1, 120, 1, 1.18, 1.22, faster",
    "MB/s, 100, 1, 80, 1, 0.78, 0.82, slower",
    "B/op, 100, 0, 64, 0, 0.64, 0.64, less",
    "B/op, 64, 0, 100, 0, 1.56, 1.56, more",
    "B/op, 0, 0, 0, 0, 1, 1, same",
    "B/op, 0, 0, 8, 0, Infinity, Infinity, more"
  })
  void isOnlyDifferentIfTheIntervalLeavesOutOne(
      String unit, double before, double error, double after, double errorAfter, double low, double high, String verdict) {
    Change change =
        new Change(result("row", before, error, unit, null), result("row", after, errorAfter, unit, null), null);

    assertThat(rounded(change.low())).isEqualTo(rounded(low));
    assertThat(change.verdict()).isEqualTo(verdict);
    assertThat(rounded(change.high())).isEqualTo(rounded(high));
  }

  private static double rounded(double value) {
    return Math.round(value * 100) / 100.0;
  }

  @Test
  void pairsWhatIsTheSameBenchmarkAndLeavesOutTheRest() {
    Result other = new Result("suite", "row", "on", "same-thread", 1, null, 7, "ns/op", 1, null, null);
    List<Change> changes =
        Changes.between(
            List.of(result("gone", 1, 0, "ns/op", null), result("row", 100, 1, "ns/op", 2.0), other),
            List.of(result("row", 150, 1, "ns/op", 3.0), result("row", 150, 1, "ns/op", 4.0), result("new", 1, 0, "ns/op", null)));

    assertThat(changes).hasSize(1);
    assertThat(changes.getFirst().after().name()).isEqualTo("row");
    // 150 / 3 after 100 / 2: the row is slower, and the machine is not
    assertThat(changes.getFirst().floorRatio()).isEqualTo(1.0);
  }

  @Test
  void showsOneLineForEach() {
    List<Change> changes =
        Changes.between(
            List.of(result("row", 2000, 100, "ns/op", 2.0)), List.of(result("row", 1000, 10, "ns/op", 1.0)));

    assertThat(Changes.table(changes))
        .containsExactly(
            "benchmark  unit        before       after  ratio       interval          floor",
            "suite/row  ns/op  2,000 ± 100  1,000 ± 10  0.500  0.471 – 0.532  faster  1.000");
  }

  private static Result result(String name, double value, double error, String unit, @Nullable Double ratio) {
    return new Result(
        "suite", name, "off", "same-thread", 1, null, value, unit, error, ratio == null ? null : "floor", ratio);
  }
}
