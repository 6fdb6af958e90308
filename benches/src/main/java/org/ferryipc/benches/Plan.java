package org.ferryipc.benches;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.ferryipc.benches.turns.Effort;
import org.ferryipc.benches.turns.Players;

/**
 * What a run measures, in order.
 *
 * @param rounds one after the other
 * @param mostSeconds what all of them may take; on a machine that is slower than planned, less is measured of those that are left
 */
record Plan(List<Round> rounds, double mostSeconds) {
  private static final Effort FULL = new Effort(3, 15, 100, 20, 100);
  private static final Effort QUICK = new Effort(1, 8, 350, 10, 50);
  // What the quick pass may take: five minutes, less the look whether there is something to build, and the last round; and what
  // it is planned for.
  private static final double QUICK_MOST_SECONDS = 285;
  private static final double QUICK_SECONDS = 265;
  // Who asks for more than is usual gets it.
  private static final double UNLIMITED = Double.POSITIVE_INFINITY;
  // What a suite may take, which nobody watches; and the peers, who need longer to start than to be measured.
  private static final double SUITE_SECONDS = 28 * 60;
  private static final double PEERS_SECONDS = 7.6 * 60;

  Plan {
    rounds = List.copyOf(rounds);
  }

  /** A plan that takes as long as it takes. */
  Plan(List<Round> rounds) {
    this(rounds, UNLIMITED);
  }

  /**
   * {@return the quick pass}: rows of one kind share a virtual machine with their floors, and are warmed up for most of the time
   *
   * @param changed what the command line says of the effort
   */
  static Plan quick(List<Row> rows, UnaryOperator<Effort> changed) {
    Map<String, List<Row>> kinds = new LinkedHashMap<>();
    rows.forEach(row -> kinds.computeIfAbsent(QuickPass.kind(row), kind -> new ArrayList<>()).add(row));
    Effort usual =
        QUICK.within(QUICK_SECONDS, players(kinds.values().stream().map(kind -> new Round(kind, true, QUICK)).toList()));
    Effort effort = changed.apply(usual);
    return new Plan(
        kinds.values().stream().map(kind -> new Round(kind, true, effort)).toList(),
        effort.equals(usual) ? QUICK_MOST_SECONDS : UNLIMITED);
  }

  /** {@return rows that were named, each measured as well as it can be} */
  static Plan named(List<Row> rows, UnaryOperator<Effort> changed) {
    Effort effort = changed.apply(FULL);
    return new Plan(rows.stream().map(row -> Round.alone(row, effort)).toList());
  }

  /** {@return whole suites, each as well as half an hour allows} */
  static Plan suites(List<Row> rows, UnaryOperator<Effort> changed) {
    Map<String, List<Row>> suites = new LinkedHashMap<>();
    rows.forEach(row -> suites.computeIfAbsent(row.suite(), suite -> new ArrayList<>()).add(row));
    List<Round> rounds = new ArrayList<>();
    double most = 0;
    for (List<Row> suite : suites.values()) {
      double seconds = isPeers(suite) ? PEERS_SECONDS : SUITE_SECONDS;
      List<Players> players = players(suite.stream().map(row -> Round.alone(row, FULL)).toList());
      Effort usual = FULL.within(seconds, players);
      Effort effort = changed.apply(usual);
      most += effort.equals(usual) ? seconds : UNLIMITED;
      suite.forEach(row -> rounds.add(Round.alone(row, effort)));
    }
    return new Plan(rounds, most);
  }

  private static boolean isPeers(List<Row> suite) {
    return suite.getFirst().suite().equals(Arguments.PEERS);
  }

  private static List<Players> players(List<Round> rounds) {
    return rounds.stream().flatMap(round -> round.players().stream()).toList();
  }

  /** {@return the rows of all rounds} */
  List<Row> rows() {
    return rounds.stream().flatMap(round -> round.rows().stream()).toList();
  }

  /** {@return about how long it takes} */
  double seconds() {
    return seconds(0);
  }

  /** {@return about how long the rounds from that one on take} */
  double seconds(int from) {
    return rounds.stream().skip(from).mapToDouble(Round::seconds).sum();
  }
}
