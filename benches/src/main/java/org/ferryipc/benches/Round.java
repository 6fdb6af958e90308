package org.ferryipc.benches;

import java.util.ArrayList;
import java.util.List;
import org.ferryipc.benches.turns.Bench;
import org.ferryipc.benches.turns.Contender;
import org.ferryipc.benches.turns.Effort;
import org.ferryipc.benches.turns.Players;

/**
 * Rows that are measured in turn with one another, each with its floors, and how much.
 *
 * @param rows at least one; all are judged by means, or all by medians
 * @param shared whether a row and its floors run in one virtual machine where their code has little in common
 * @param effort how much
 */
record Round(List<Row> rows, boolean shared, Effort effort) {
  // Bare calls have their loop compiled in a moment.
  private static final double BARE_WARMUP = 0.25;
  // What several rows of a kind share is compiled once.
  private static final double LEAST_WARMUP = 0.3;
  // Two processes are compiled at the same time, on the processors on which they spin.
  private static final double PROCESSES_WARMUP = 3;
  // The same, in a pass that must be brief: four seconds of an operation of microseconds, and half of that without a second
  // process; less of one that is milliseconds of work and so compiled within few, and of one that is done ten million times.
  private static final double BRIEF_PROCESSES_WARMUP = 1.4;
  private static final double ONE_PROCESS_WARMUP = 0.6;
  private static final double LONG_WARMUP = 0.6;
  private static final double CODEC_WARMUP = 0.5;
  // A call of gRPC takes milliseconds at first, so that after four seconds there were too few to be compiled for.
  private static final double PEERS_WARMUP = 6;
  private static final double START_SECONDS = 0.2;
  private static final double PARTNER_SECONDS = 1.1;
  // With loops, drivers and files that are opened and closed.
  private static final double PEER_SECONDS = 6;

  Round {
    rows = List.copyOf(rows);
    if (rows.stream().map(row -> row.traits().medians()).distinct().count() != 1) {
      throw new IllegalArgumentException("rows of one round are judged alike");
    }
  }

  /** {@return a row alone, each of its floors in a virtual machine of its own} */
  static Round alone(Row row, Effort effort) {
    return new Round(List.of(row), false, effort);
  }

  /** {@return the same rows, and as much of the effort as fits in so many seconds} */
  Round within(double seconds) {
    return new Round(rows, shared, effort.within(seconds, players()));
  }

  /** {@return whether single operations are timed instead of many together} */
  boolean medians() {
    return rows.getFirst().traits().medians();
  }

  /** {@return whether single operations are timed, too, in virtual machines of their own} */
  boolean sampled() {
    return !shared && !medians() && rows.stream().anyMatch(row -> row.traits().curve());
  }

  /** {@return who takes turns, by virtual machine}: in all, the floors and then the row, row by row */
  List<List<Contender>> machines() {
    List<Contender> all = new ArrayList<>();
    for (Row row : rows) {
      for (Bench bench : row.benches()) {
        all.add(new Contender(bench, (int) Math.ceil(effort.warmupMillis() * warmup(row, bench))));
      }
    }
    return together() ? List.of(all) : all.stream().map(List::of).toList();
  }

  // What is Ferry's on both sides would be compiled for both, and no longer for either; with two processes that is a part of
  // the time only, and twice as many machines would start.
  private boolean together() {
    return shared
        && rows.stream()
            .allMatch(
                row -> row.traits().processes() > 1 || row.floors().stream().allMatch(floor -> isBare(floor.bench())));
  }

  private static boolean isBare(Bench bench) {
    return bench.owner().getPackageName().endsWith(".floor");
  }

  private double warmup(Row row, Bench bench) {
    if (!shared) {
      return isBesidePeers() ? PEERS_WARMUP : row.traits().processes() > 1 ? PROCESSES_WARMUP : 1;
    }
    double share = Math.max(LEAST_WARMUP, briefly(row) / rows.size());
    return isBare(bench) ? Math.min(share, BARE_WARMUP) : share;
  }

  private static double briefly(Row row) {
    if (row.traits().processes() > 1) {
      return row.floors().stream().allMatch(floor -> isBare(floor.bench())) ? BRIEF_PROCESSES_WARMUP : LONG_WARMUP;
    }
    return row.mostNanos() == null ? ONE_PROCESS_WARMUP : CODEC_WARMUP;
  }

  /** {@return about how long it takes} */
  double seconds() {
    return effort.seconds(players());
  }

  List<Players> players() {
    int machines = machines().size();
    List<Double> warmups =
        rows.stream().flatMap(row -> row.benches().stream().map(bench -> warmup(row, bench))).toList();
    Players once = new Players(machines, warmups, startSeconds());
    return sampled() ? List.of(once, once) : List.of(once);
  }

  private boolean isBesidePeers() {
    return rows.getFirst().suite().equals(Arguments.PEERS);
  }

  private double startSeconds() {
    if (isBesidePeers()) {
      return PEER_SECONDS;
    }
    return rows.stream().anyMatch(row -> row.traits().processes() > 1) ? PARTNER_SECONDS : START_SECONDS;
  }

  /** {@return its name for who waits} */
  String title() {
    String first = rows.getFirst().title();
    return rows.size() == 1 ? first : first + " and " + (rows.size() - 1) + " of its kind";
  }
}
