package org.ferryipc.benches;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ferryipc.benches.Row.Floor;
import org.ferryipc.benches.report.Estimate;
import org.ferryipc.benches.report.Judged;
import org.ferryipc.benches.report.Line;
import org.ferryipc.benches.report.Result;
import org.ferryipc.benches.turns.Bench;
import org.ferryipc.benches.turns.Scores;

/**
 * A row and its floors as they were measured in turn.
 *
 * @param row what was measured
 * @param forks for each set of virtual machines the scores of {@link #benches}, in that order
 */
record Measurement(Row row, List<List<Scores>> forks) {
  private static final String TIME = "ns/op";
  private static final String MEMORY = "B/op";
  private static final int PROCESSES = 1;

  /** {@return what is to be measured in turn: the floors, then the row} */
  static List<Bench> benches(Row row) {
    return Stream.concat(row.floors().stream().map(Floor::bench), Stream.of(row.bench())).toList();
  }

  /** {@return the row beside each of its floors, for the table} */
  List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < row.floors().size(); i++) {
      Floor floor = row.floors().get(i);
      lines.add(
          new Line(
              row.title(),
              floor.name(),
              new Judged(nanos(own()), i == 0 ? row.mostNanos() : null),
              nanos(i),
              new Judged(ratio(i), floor.mostRatio()),
              new Judged(allocated(), i == 0 ? row.mostAllocated() : null)));
    }
    return lines;
  }

  /** {@return the floors, the row beside each, and what the row allocates, for programs} */
  List<Result> results() {
    List<Result> results = new ArrayList<>();
    for (int i = 0; i < row.floors().size(); i++) {
      Estimate nanos = nanos(i);
      results.add(
          result(Rows.FLOOR, row.floors().get(i).name(), false, nanos, TIME, null, null));
    }
    for (int i = 0; i < row.floors().size(); i++) {
      results.add(
          result(row.suite(), row.name(), row.lanes(), nanos(own()), TIME, row.floors().get(i).name(), ratio(i).median()));
    }
    results.add(result(row.suite(), row.name(), row.lanes(), allocated(), MEMORY, null, null));
    return results;
  }

  private Result result(
      String suite,
      String name,
      boolean lanes,
      Estimate estimate,
      String unit,
      @org.jspecify.annotations.Nullable String floor,
      @org.jspecify.annotations.Nullable Double ratio) {
    return new Result(
        suite,
        name,
        lanes ? "on" : "off",
        row.placement().toString(),
        PROCESSES,
        null,
        estimate.median(),
        unit,
        estimate.error(),
        floor,
        ratio);
  }

  private int own() {
    return row.floors().size();
  }

  private Estimate nanos(int bench) {
    return Estimate.of(forks, fork -> array(fork.get(bench).nanos()));
  }

  private Estimate allocated() {
    return Estimate.of(forks, fork -> array(fork.get(own()).allocated()));
  }

  private Estimate ratio(int floor) {
    return Estimate.of(
        forks,
        fork -> {
          double[] pairs = array(fork.get(own()).nanos());
          double[] floors = array(fork.get(floor).nanos());
          for (int i = 0; i < pairs.length; i++) {
            pairs[i] /= floors[i];
          }
          return pairs;
        });
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
