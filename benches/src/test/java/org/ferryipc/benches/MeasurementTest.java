package org.ferryipc.benches;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ferryipc.benches.counting.SystemCalls;
import org.ferryipc.benches.report.Counts;
import org.ferryipc.benches.report.Curve;
import org.ferryipc.benches.report.Estimate;
import org.ferryipc.benches.report.Line;
import org.ferryipc.benches.report.Result;
import org.ferryipc.benches.report.SizePoint;
import org.ferryipc.benches.turns.Bench;
import org.ferryipc.benches.turns.Sampled;
import org.ferryipc.benches.turns.Scores;
import org.jspecify.annotations.Nullable;
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
  private static final List<List<Scores>> FORKS =
      List.of(
          List.of(scores(100, 200, 200), scores(200, 400, 400), scores(140, 280, 280)),
          List.of(scores(200, 200, 200), scores(400, 400, 400), scores(280, 280, 280)));

  private static final Measurement MEASURED = new Measurement(ROW, FORKS, List.of(), List.of());

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
  void givesFloorsTheRowBesideEachAndWhatItCostsBesideTime() {
    assertThat(MEASURED.results())
        .containsExactly(
            floor("bare", 200, "ns/op", 50),
            floor("dup", 400, "ns/op", 100),
            row(280, "ns/op", 70, "bare", 1.4),
            row(280, "ns/op", 70, "dup", 0.7),
            row(5, "B/op", 0, null, null),
            row(2, "switches/op", 0, null, null),
            row(4096, "KiB", 0, null, null));
  }

  @Test
  void givesPercentilesOfSingleOperationsBesideTheFirstFloor() {
    Measurement timed =
        new Measurement(
            ROW.withProcesses(2), FORKS, List.of(sampled(1000), sampled(5000), sampled(2000)), List.of());

    List<Result> percentiles =
        timed.results().stream().filter(result -> result.unit().contains(" p")).toList();

    assertThat(percentiles).hasSize(9).allMatch(result -> result.processes() == 2);
    assertThat(percentiles.stream().filter(result -> result.unit().equals("ns/op p99.9")))
        .extracting(Result::name, Result::value, Result::error, Result::floor, Result::ratio)
        .containsExactly(
            tuple("bare", 1000.999, 1.0, null, null),
            tuple("dup", 5000.999, 1.0, null, null),
            tuple("row", 2000.999, 1.0, "bare", 2000.999 / 1000.999));
    assertThat(timed.curves()).extracting(Curve::name).containsExactly("row::lanes", "dup", "bare");
    assertThat(MEASURED.curves()).isEmpty();
  }

  @Test
  void judgesARowOfMediansByThoseOfPairsAndTellsMeansBeside() {
    Row row = ROW.withMedians();
    List<Sampled> set = List.of(sampled(1000), sampled(5000), sampled(2000));
    Measurement judged = Measurement.byMedians(row, List.of(set, set), List.of());

    Line line = judged.lines().getFirst();
    assertThat(line.medians()).isTrue();
    assertThat(line.rowNanos().estimate().median()).isEqualTo(2000.5);
    assertThat(line.ratio().estimate().median()).isEqualTo(2000.5 / 1000.5);
    assertThat(judged.results().stream().filter(result -> "bare".equals(result.floor())))
        .extracting(Result::unit, Result::value, Result::ratio)
        .startsWith(
            tuple("ns/op", 2000.5, 2000.5 / 1000.5),
            tuple("ns/op mean", 2050.0, 2050.0 / 1050),
            tuple("ns/op p50", 2000.5, 2000.5 / 1000.5));
    assertThat(judged.curves()).hasSize(3);
  }

  @Test
  void givesCountedCallsOfFloorsAndRow() {
    SystemCalls two = new SystemCalls(Map.of("sendmsg", 1.0, "recvmsg", 1.0));
    SystemCalls none = new SystemCalls(Map.of());
    Measurement counted = new Measurement(ROW, FORKS, List.of(), List.of(two, two, none));

    assertThat(counted.results().stream().filter(result -> result.unit().equals("calls/op")))
        .containsExactly(
            floor("bare", 2, "calls/op", 0), floor("dup", 2, "calls/op", 0), row(0, "calls/op", 0, null, null));
    assertThat(counted.counts()).extracting(Counts::calls).containsExactly("none", two.toString(), two.toString());
  }

  @Test
  void standsInTheChartOfSizesOnlyIfItsSizeIsItsMatter() {
    Row sized =
        new Row(
            "suite",
            "transfer_data_64",
            true,
            Placement.SAME_THREAD,
            ANY,
            List.of(new Row.Floor("bare::transfer_data_64", ANY, null), new Row.Floor("dup", ANY, null)),
            null,
            null,
            true);

    assertThat(new Measurement(sized.withBytes(64), FORKS, List.of(), List.of()).sizes())
        .containsExactly(
            new SizePoint("suite/transfer_data_N", "transfer_data_N::lanes", 64, 280),
            new SizePoint("suite/transfer_data_N", "bare::transfer_data_N", 64, 200),
            new SizePoint("suite/transfer_data_N", "dup", 64, 400));
    assertThat(new Measurement(sized, FORKS, List.of(), List.of()).sizes()).isEmpty();
  }

  @Test
  void drawsOneLineThroughSizesOfWhichTheOriginalSendsDifferentNumbers() {
    Row small = perf("IPC_Channel_Perf_50000x_12", 12);
    Row large = perf("IPC_Channel_Perf_1000x_248832", 248_832);

    assertThat(Stream.of(small, large).flatMap(row -> new Measurement(row, FORKS, List.of(), List.of()).sizes().stream()))
        .extracting(SizePoint::chart, SizePoint::series)
        .contains(
            tuple("suite/IPC_Channel_Perf_N::one_core", "IPC_Channel_Perf_N::copy::one_core"),
            tuple("suite/IPC_Channel_Perf_N::one_core", "borrow::IPC_Channel_Perf_N"))
        .hasSize(6)
        .allSatisfy(point -> assertThat(point.toList().toString()).doesNotContain("x_N"));
  }

  private static Row perf(String name, int bytes) {
    List<Row.Floor> floors = List.of(new Row.Floor("borrow::" + name, ANY, null), new Row.Floor("smile::" + name, ANY, null));
    return new Row("suite", name, false, Placement.ONE_CORE, ANY, floors, null, null, false).withRead("copy").withBytes(bytes);
  }

  @Test
  void saysOfAFloorThatIsFerrysOwnWhetherItHasLanesAndHowItReads() {
    Bench copying = new Bench(Object.class, "method", Map.of("lanes", "on", "read", "copy"));
    Bench smile = new Bench(Object.class, "method", Map.of("lanes", "off", "read", "smile"));
    Row beside =
        new Row(
            "suite",
            "row",
            true,
            Placement.ONE_CORE,
            ANY,
            List.of(new Row.Floor("copy::row::lanes", copying, null, "suite"), new Row.Floor("smile::row", smile, null, "suite")),
            null,
            null,
            false);

    assertThat(new Measurement(beside, FORKS, List.of(), List.of()).results().subList(0, 2))
        .extracting(Result::name, Result::lanes, Result::read)
        .containsExactly(tuple("copy::row::lanes", "on", "copy"), tuple("smile::row", "off", null));
  }

  @Test
  void givesBusyProcessorsANameBecauseResultsKnowThreePlacements() {
    Row busy = at(Placement.BUSY_CORES);

    assertThat(busy.title()).isEqualTo("row::busy_cores");
    assertThat(new Measurement(busy, FORKS, List.of(), List.of()).results())
        .filteredOn(result -> result.suite().equals("suite"))
        .isNotEmpty()
        .allSatisfy(result -> assertThat(result.name()).isEqualTo("row::busy_cores"))
        .allSatisfy(result -> assertThat(result.placement()).isEqualTo("two-cores"));
  }

  @Test
  void saysWhereARowRunsAndHowItReadsOnlyWhereThatCanDiffer() {
    assertThat(ROW.title()).isEqualTo("row::lanes");
    assertThat(ROW.withRead("borrow").title()).isEqualTo("row::lanes::borrow");
    assertThat(at(Placement.ONE_CORE).title()).isEqualTo("row::one_core");
  }

  @Test
  void callsARowTheSameOnAMachineWithOneProcessor() {
    assertThat(at(Placement.apart(2)).title()).isEqualTo("row");
    assertThat(at(Placement.apart(1)).withProcesses(2).title()).isEqualTo("row");
    assertThat(Placement.apart(1).inResults()).isEqualTo("one-core");
  }

  private static Row at(Placement placement) {
    return new Row("suite", "row", false, placement, ANY, ROW.floors(), null, null, true);
  }

  private static Result floor(String name, double value, String unit, double error) {
    return new Result("floor", name, "off", "same-thread", 1, null, value, unit, error, null, null);
  }

  private static Result row(double value, String unit, double error, @Nullable String floor, @Nullable Double ratio) {
    return new Result("suite", "row", "on", "same-thread", 1, null, value, unit, error, floor, ratio);
  }

  // Each quantile is the base and itself; one iteration was a nanosecond faster, one slower.
  private static Sampled sampled(double base) {
    return new Sampled(times(base), List.of(times(base - 1), times(base), times(base + 1)), scores(base + 40, base + 50, base + 60));
  }

  private static List<Double> times(double base) {
    return Curve.QUANTILES.stream().map(quantile -> base + quantile).toList();
  }

  private static Scores scores(double... nanos) {
    List<Double> list = java.util.Arrays.stream(nanos).boxed().toList();
    return new Scores(list, all(list, 5), all(list, 2), all(list, 4096));
  }

  private static List<Double> all(List<Double> like, double value) {
    return like.stream().map(any -> value).toList();
  }
}
