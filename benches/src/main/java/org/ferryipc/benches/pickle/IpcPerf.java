package org.ferryipc.benches.pickle;

import java.util.List;
import org.ferryipc.benches.crossing.Where;
import org.ferryipc.benches.lanes.Lanes;

/**
 * Runs Chromium's protocol and prints its figures: how long {@code count} round trips took together, and how long a
 * message took from its making to the end of its reading on its way back. Not JMH: a series shows the warm-up of a
 * fresh pair of processes.
 *
 * <p>Usage: {@code IpcPerf [--large]}. With {@code --large} it runs the series of large blocks: 1000 round trips of
 * 248,832 bytes, six times in the same processes, copying, borrowed and by Smile; without, each count and size once for each
 * label.
 */
public final class IpcPerf {
  private static final int LARGE_TIMES = 6;
  private static final Case LARGE = new Case(1_000, 248_832);
  private static final List<Case> CASES =
      List.of(new Case(50_000, 12), new Case(50_000, 144), new Case(50_000, 1_728), new Case(12_000, 20_736), LARGE);

  private record Case(int count, int size) {
    String name(String label) {
      return "IPC_" + label + "_Perf_" + count + "x_" + size;
    }
  }

  private IpcPerf() {}

  /** Runs; see the class. */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length > 1 || (arguments.length == 1 && !arguments[0].equals("--large"))) {
      System.err.println("usage: IpcPerf [--large]");
      System.exit(2);
    }
    System.out.println("| name | read | total, ms | a round trip, µs | latency: average, µs | longest, µs |");
    System.out.println("|---|---|---|---|---|---|");
    boolean large = arguments.length == 1;
    List<Case> cases = large ? List.of(LARGE) : CASES;
    int times = large ? LARGE_TIMES : 1;
    for (String label : large ? List.of("Channel") : List.of("Channel", "ChannelProxy", "SingleProcess")) {
      for (Way way : Way.values()) {
        try (Sides sides =
            Sides.open(new Setting(way, Lanes.OFF, Where.ONE_CORE, label.equals("ChannelProxy")), label.equals("SingleProcess"))) {
          for (Case one : cases) {
            for (int i = 0; i < times; i++) {
              run(one, label, way, sides);
            }
          }
        }
      }
    }
  }

  private static void run(Case one, String label, Way way, Sides sides) throws Exception {
    String payload = "a".repeat(one.size());
    Ping unused = sides.roundTrip("hello"); // starts the clock, and is not counted
    long latencies = 0;
    long longest = 0;
    long start = System.nanoTime();
    for (int i = 0; i < one.count(); i++) {
      Ping back = sides.roundTrip(payload);
      long latency = System.nanoTime() - back.sentAt();
      latencies += latency;
      longest = Math.max(longest, latency);
    }
    double total = System.nanoTime() - start;
    System.out.printf(
        "| %s | %s | %.0f | %.2f | %.2f | %.0f |%n",
        one.name(label),
        way.name().toLowerCase(java.util.Locale.ROOT),
        total / 1e6,
        total / 1e3 / one.count(),
        latencies / 1e3 / one.count(),
        longest / 1e3);
  }
}
