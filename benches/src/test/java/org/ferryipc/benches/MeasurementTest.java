package org.ferryipc.benches;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.ferryipc.benches.report.Estimate;
import org.ferryipc.benches.report.Line;
import org.ferryipc.benches.report.Result;
import org.ferryipc.benches.turns.Bench;
import org.ferryipc.benches.turns.Scores;
import org.junit.jupiter.api.Test;

class MeasurementTest {
  private static final Bench ANY = Bench.of(Object.class, "method");
  private static final Row ROW =
      new Row(
          "suite",
          "row",
          true,
          Placement.SAME_THREAD,
          ANY,
          List.of(new Row.Floor("bare", ANY, 1.5), new Row.Floor("dup", ANY, null)),
          10.0,
          500.0,
          true);

  // The machine becomes twice as slow after the first pair; the row always takes 1.4 times as long as its bare floor.
  private static final Measurement MEASURED =
      new Measurement(
          ROW,
          List.of(
              List.of(scores(100, 200, 200), scores(200, 400, 400), scores(140, 280, 280)),
              List.of(scores(200, 200, 200), scores(400, 400, 400), scores(280, 280, 280))));

  @Test
  void takesTheRatioOfPairsSoThatDriftCancels() {
    assertThat(MEASURED.lines().getFirst().ratio().estimate()).isEqualTo(new Estimate(1.4, 1.4, 1.4));
    assertThat(MEASURED.lines().getLast().ratio().estimate()).isEqualTo(new Estimate(0.7, 0.7, 0.7));
  }

  @Test
  void holdsTheRowToEachLimitOnce() {
    Line bare = MEASURED.lines().getFirst();
    Line dup = MEASURED.lines().getLast();

    assertThat(bare.holds()).isTrue();
    assertThat(bare.allocated().limit()).isEqualTo(10.0);
    assertThat(bare.rowNanos().limit()).isEqualTo(500.0);
    assertThat(dup.ratio().limit()).isNull();
    assertThat(dup.rowNanos().limit()).isNull();
    assertThat(dup.allocated().limit()).isNull();
  }

  @Test
  void givesFloorsTheRowBesideEachAndWhatItAllocates() {
    assertThat(MEASURED.results())
        .containsExactly(
            new Result("floor", "bare", "off", "same-thread", 1, null, 200, "ns/op", 50, null, null),
            new Result("floor", "dup", "off", "same-thread", 1, null, 400, "ns/op", 100, null, null),
            new Result("suite", "row", "on", "same-thread", 1, null, 280, "ns/op", 70, "bare", 1.4),
            new Result("suite", "row", "on", "same-thread", 1, null, 280, "ns/op", 70, "dup", 0.7),
            new Result("suite", "row", "on", "same-thread", 1, null, 5, "B/op", 0, null, null));
  }

  private static Scores scores(double... nanos) {
    List<Double> list = java.util.Arrays.stream(nanos).boxed().toList();
    return new Scores(list, list.stream().map(any -> 5.0).toList());
  }
}
