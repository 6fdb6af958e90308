package org.ferryipc.benches;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.ferryipc.benches.Row.Floor;
import org.ferryipc.benches.counting.SystemCalls;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.report.Counts;
import org.ferryipc.benches.report.Curve;
import org.ferryipc.benches.report.Estimate;
import org.ferryipc.benches.report.Judged;
import org.ferryipc.benches.report.Line;
import org.ferryipc.benches.report.Result;
import org.ferryipc.benches.report.SizePoint;
import org.ferryipc.benches.turns.Sampled;
import org.ferryipc.benches.turns.Scores;
import org.jspecify.annotations.Nullable;

/**
 * A row and its floors as they were measured in turn.
 *
 * @param row what was measured
 * @param forks for each set of virtual machines the scores by which the row is judged, of {@link Row#benches}, in that order
 * @param means the same of the means, if the row is judged by medians; else empty
 * @param sampled single operations, over all machines; empty if they were not timed
 * @param calls their system calls; empty if they were not counted
 */
record Measurement(
    Row row, List<List<Scores>> forks, List<List<Scores>> means, List<Sampled> sampled, List<SystemCalls> calls) {
  private static final String TIME = "ns/op";
  private static final String MEAN = TIME + " mean";
  private static final String MEMORY = "B/op";
  private static final String SWITCHES = "switches/op";
  private static final String RESIDENT = "KiB";
  private static final String CALLS = "calls/op";
  // What results can say of how a message is read.
  private static final Set<String> READS = Set.of("copy", "borrow");
  private static final double MEDIAN = 0.5;
  // Which quantiles are results, by name; the report draws all of them.
  private static final Map<String, Double> PERCENTILES = new TreeMap<>(Map.of("p50", MEDIAN, "p99", 0.99, "p99.9", 0.999));

  Measurement {
    forks = List.copyOf(forks);
    means = List.copyOf(means);
    sampled = List.copyOf(sampled);
    calls = List.copyOf(calls);
  }

  /** A row that is judged by means. */
  Measurement(Row row, List<List<Scores>> forks, List<Sampled> sampled, List<SystemCalls> calls) {
    this(row, forks, List.of(), sampled, calls);
  }

  /** {@return a row that is judged by means}, of which single operations were timed in {@code sets} of machines, or in none */
  static Measurement byMeans(
      Row row, List<List<Scores>> forks, List<List<Sampled>> sets, List<SystemCalls> calls) {
    return new Measurement(row, forks, together(sets), calls);
  }

  /** {@return a row that is judged by the medians of single operations}, which were timed in {@code sets} of machines */
  static Measurement byMedians(Row row, List<List<Sampled>> sets, List<SystemCalls> calls) {
    return new Measurement(
        row,
        sets.stream().map(set -> set.stream().map(Measurement::medians).toList()).toList(),
        sets.stream().map(set -> set.stream().map(Sampled::scores).toList()).toList(),
        together(sets),
        calls);
  }

  private static Scores medians(Sampled of) {
    int middle = Curve.QUANTILES.indexOf(MEDIAN);
    Scores scores = of.scores();
    return new Scores(
        of.iterations().stream().map(iteration -> iteration.get(middle)).toList(),
        scores.allocated(),
        scores.switches(),
        scores.resident());
  }

  // Of each quantile the median of the sets: those of all operations together are not kept.
  private static List<Sampled> together(List<List<Sampled>> sets) {
    if (sets.size() < 2) {
      return sets.isEmpty() ? List.of() : sets.getFirst();
    }
    List<Sampled> all = new ArrayList<>();
    for (int i = 0; i < sets.getFirst().size(); i++) {
      int bench = i;
      List<Sampled> of = sets.stream().map(set -> set.get(bench)).toList();
      List<Double> quantiles =
          IntStream.range(0, Curve.QUANTILES.size())
              .mapToObj(q -> Estimate.of(of, set -> new double[] {set.all().get(q)}).median())
              .toList();
      List<List<Double>> iterations = of.stream().flatMap(set -> set.iterations().stream()).toList();
      all.add(new Sampled(quantiles, iterations, of.getFirst().scores()));
    }
    return all;
  }

  /** {@return the row beside each of its floors, for the table} */
  List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < row.floors().size(); i++) {
      Floor floor = row.floors().get(i);
      lines.add(
          new Line(
              row.suite(),
              row.title(),
              floor.name(),
              new Judged(nanos(own()), i == 0 ? row.mostNanos() : null),
              nanos(i),
              new Judged(ratio(i), floor.mostRatio()),
              new Judged(allocated(own()), i == 0 ? row.mostAllocated() : null),
              row.traits().medians()));
    }
    return lines;
  }

  /** {@return the floors, the row beside each, and what the row costs beside time, for programs} */
  List<Result> results() {
    List<Result> results = new ArrayList<>();
    for (int i = 0; i < row.floors().size(); i++) {
      results.add(floor(i, nanos(i), TIME));
    }
    for (int i = 0; i < row.floors().size(); i++) {
      results.add(own(nanos(own()), TIME, row.floors().get(i).name(), ratio(i).median()));
    }
    if (!means.isEmpty()) {
      for (int i = 0; i < row.floors().size(); i++) {
        results.add(floor(i, nanos(means, i), MEAN));
      }
      for (int i = 0; i < row.floors().size(); i++) {
        results.add(own(nanos(means, own()), MEAN, row.floors().get(i).name(), ratio(means, i).median()));
      }
    }
    results.add(own(allocated(own()), MEMORY, null, null));
    results.add(own(switches(own()), SWITCHES, null, null));
    results.add(own(resident(own()), RESIDENT, null, null));
    for (int i = 0; i < calls.size(); i++) {
      Estimate sum = exactly(calls.get(i).sum());
      results.add(i == own() ? own(sum, CALLS, null, null) : floor(i, sum, CALLS));
    }
    if (!sampled.isEmpty()) {
      PERCENTILES.forEach((name, quantile) -> percentile(TIME + " " + name, quantile, results));
    }
    return results;
  }

  // One ratio only, to the first floor: in the tail there are no pairs. By medians a row is judged, or there are none.
  private void percentile(String unit, double quantile, List<Result> results) {
    if (quantile == MEDIAN && row.traits().medians()) {
      for (int i = 0; i < row.floors().size(); i++) {
        results.add(floor(i, nanos(i), unit));
      }
      results.add(own(nanos(own()), unit, row.floors().getFirst().name(), ratio(0).median()));
      return;
    }
    int index = Curve.QUANTILES.indexOf(quantile);
    for (int i = 0; i < row.floors().size(); i++) {
      results.add(floor(i, sampled(i, index), unit));
    }
    double ratio = sampled.get(own()).all().get(index) / sampled.getFirst().all().get(index);
    results.add(own(sampled(own(), index), unit, row.floors().getFirst().name(), ratio));
  }

  // The value is that of all operations, which the tail needs; only the interval comes from iterations.
  private Estimate sampled(int bench, int index) {
    Sampled of = sampled.get(bench);
    double[] times = of.iterations().stream().mapToDouble(iteration -> iteration.get(index)).toArray();
    Estimate each = Estimate.of(List.of(times));
    double all = of.all().get(index);
    return new Estimate(all, Math.min(all, each.low()), Math.max(all, each.high()));
  }

  private Result floor(int index, Estimate estimate, String unit) {
    Floor floor = row.floors().get(index);
    // Of a floor that is itself something that Ferry does: bare calls and peers have no such parameter.
    Map<String, String> parameters = floor.bench().parameters();
    String lanes = parameters.getOrDefault("lanes", Lanes.OFF).equals(Lanes.ON) ? Lanes.ON : Lanes.OFF;
    String read = parameters.get("read");
    return result(
        floor.suite(), floor.name(), lanes, read == null || !READS.contains(read) ? null : read, estimate, unit, null, null);
  }

  private Result own(Estimate estimate, String unit, @Nullable String floor, @Nullable Double ratio) {
    return result(
        row.suite(), row.resultName(), Lanes.word(row.lanes()), row.traits().read(), estimate, unit, floor, ratio);
  }

  private Result result(
      String suite,
      String name,
      String lanes,
      @Nullable String read,
      Estimate estimate,
      String unit,
      @Nullable String floor,
      @Nullable Double ratio) {
    return new Result(
        suite,
        name,
        lanes,
        row.placement().inResults(),
        row.traits().processes(),
        read,
        estimate.median(),
        unit,
        estimate.error(),
        floor,
        ratio);
  }

  /** {@return where the row and its floors stand in the chart of throughput against size}; empty if size is not its matter */
  List<SizePoint> sizes() {
    long bytes = row.traits().bytes();
    if (bytes == 0) {
      return List.of();
    }
    String read = row.traits().read();
    String chart = row.suite() + "/" + sizeless(read == null ? row.name() : row.title().replace("::" + read, ""), bytes);
    List<SizePoint> points = new ArrayList<>();
    points.add(new SizePoint(chart, sizeless(row.title(), bytes), bytes, nanos(own()).median()));
    for (int i = 0; i < row.floors().size(); i++) {
      String floor = row.floors().get(i).name();
      if (!floor.startsWith(FloorRows.CACHE_LINE)) { // it carries nothing
        points.add(new SizePoint(chart, sizeless(floor, bytes), bytes, nanos(i).median()));
      }
    }
    return points;
  }

  // Some names also say how many messages of that size the original sends.
  private static String sizeless(String name, long bytes) {
    return name.replaceAll("(?<![0-9])([0-9]+x_)?" + bytes + "(?![0-9])", "N");
  }

  /** {@return how single operations of the row and its floors were distributed}; empty if they were not timed */
  List<Curve> curves() {
    List<Curve> curves = new ArrayList<>();
    for (int i = sampled.size() - 1; i >= 0; i--) {
      curves.add(new Curve(row.title(), name(i), sampled.get(i).all()));
    }
    return curves;
  }

  /** {@return what the row and its floors cost beside time} */
  List<Counts> counts() {
    List<Counts> counts = new ArrayList<>();
    for (int i = own(); i >= 0; i--) {
      String called = calls.isEmpty() ? "" : calls.get(i).toString();
      counts.add(new Counts(row.title(), name(i), allocated(i), switches(i), resident(i), called));
    }
    return counts;
  }

  private static Estimate exactly(double value) {
    return new Estimate(value, value, value);
  }

  private String name(int bench) {
    return bench == own() ? row.title() : row.floors().get(bench).name();
  }

  private int own() {
    return row.floors().size();
  }

  private Estimate nanos(int bench) {
    return nanos(forks, bench);
  }

  private static Estimate nanos(List<List<Scores>> sets, int bench) {
    return Estimate.of(sets, set -> array(set.get(bench).nanos()));
  }

  private Estimate allocated(int bench) {
    return Estimate.of(forks, fork -> array(fork.get(bench).allocated()));
  }

  private Estimate switches(int bench) {
    return Estimate.of(forks, fork -> array(fork.get(bench).switches()));
  }

  private Estimate resident(int bench) {
    return Estimate.of(forks, fork -> array(fork.get(bench).resident()));
  }

  private Estimate ratio(int floor) {
    return ratio(forks, floor);
  }

  private Estimate ratio(List<List<Scores>> sets, int floor) {
    return Estimate.of(
        sets,
        set -> {
          double[] pairs = array(set.get(own()).nanos());
          double[] floors = array(set.get(floor).nanos());
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
