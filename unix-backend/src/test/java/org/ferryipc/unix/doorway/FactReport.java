package org.ferryipc.unix.doorway;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.ferryipc.core.leak.OpenDescriptors;

/**
 * How a probe, which runs in a JVM of its own because the faults it meets leave descriptors behind,
 * tells the test what it saw.
 */
final class FactReport {

  private static final String PREFIX = "fact ";

  /** Makes something happen and says what happened, in the words of {@link Fact#expected}. */
  @FunctionalInterface
  interface Observation {
    String observe() throws Throwable;
  }

  private FactReport() {}

  /**
   * In the probe: makes the observation and prints it. What it throws is what it saw: another
   * behaviour must not hide the facts that follow.
   */
  static void report(Fact fact, Observation observation) {
    String seen;
    try {
      seen = observation.observe();
    } catch (Throwable e) {
      seen = "threw " + e;
    }
    System.out.println(PREFIX + fact.name() + " " + seen);
  }

  /** In the test: {@return what was seen of each fact, by the lines a probe printed} */
  static Map<Fact, String> parse(List<String> lines) {
    var seen = new EnumMap<Fact, String>(Fact.class);
    for (String line : lines) {
      if (line.startsWith(PREFIX)) {
        String[] parts = line.substring(PREFIX.length()).split(" ", 2);
        seen.put(Fact.valueOf(parts[0]), parts[1]);
      }
    }
    return seen;
  }

  /**
   * {@return how many descriptors opened since then are still there after the garbage collector has
   * run}
   */
  static int leftSince(OpenDescriptors before) throws InterruptedException {
    // Twice: what the first collection finds unreachable is freed by threads that the second one
    // gives time to.
    collectGarbage();
    collectGarbage();
    return OpenDescriptors.now().since(before).size();
  }

  private static void collectGarbage() throws InterruptedException {
    var queue = new ReferenceQueue<Object>();
    var canary = new PhantomReference<>(new Object(), queue);
    do {
      System.gc();
    } while (queue.remove(100) != canary); // milliseconds until it is asked for again
  }
}
