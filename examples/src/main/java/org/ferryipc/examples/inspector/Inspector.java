package org.ferryipc.examples.inspector;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ferryipc.core.failure.IpcException;

/** Walks a list in another process; see {@link Settings#USAGE}. */
public final class Inspector {
  private static final int ALL_SEEN = 0;
  private static final int NOT_ALL_SEEN = 1;
  private static final int USAGE = 2;

  private Inspector() {}

  /** Runs, and exits with the status that {@link Settings#USAGE} promises. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    System.exit(run(arguments));
  }

  private static int run(String... arguments) throws IOException, InterruptedException {
    if (arguments.length == 1 && arguments[0].equals("--help")) {
      System.out.println(Settings.USAGE);
      return ALL_SEEN;
    }
    Settings settings;
    try {
      settings = Settings.of(arguments);
    } catch (Settings.UsageException e) {
      System.err.println("ferry-inspect: " + e.getMessage() + "; --help tells more");
      return USAGE;
    }
    System.out.printf(
        Locale.ROOT,
        "%,d nodes of %d bytes, %s; the target works %d µs for each request; lanes %s%n%s%n",
        settings.nodes(),
        ListTarget.NODE,
        settings.shuffled() ? "shuffled" : "one after the other",
        settings.cost().toNanos() / 1_000,
        settings.lanes(),
        Walk.title());
    return compare(settings);
  }

  private static int compare(Settings settings) throws IOException, InterruptedException {
    int status = ALL_SEEN;
    List<Walk> walks = new ArrayList<>();
    for (int cache : settings.cache()) {
      try {
        Walk walk = Walk.of(settings, cache);
        walks.add(walk);
        System.out.println(walk.line());
        if (!walk.isWhole(settings)) {
          System.err.printf("ferry-inspect: the list has other nodes: %d, of the sum %d%n", walk.nodes(), walk.sum());
          status = NOT_ALL_SEEN;
        }
      } catch (IpcException e) {
        System.err.println("ferry-inspect: " + e.getMessage());
        status = NOT_ALL_SEEN;
      }
    }
    if (walks.size() == 2) {
      Walk off = walks.get(0);
      Walk on = walks.get(1);
      System.out.printf(
          Locale.ROOT,
          "%.0f times fewer requests, %.1f times less wall time%n",
          (double) off.statistics().requests() / on.statistics().requests(),
          Walk.seconds(off.wall()) / Walk.seconds(on.wall()));
    }
    return status;
  }
}
