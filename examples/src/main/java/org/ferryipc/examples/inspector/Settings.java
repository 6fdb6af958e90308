package org.ferryipc.examples.inspector;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.LanePolicy;

/**
 * What the command line asks for.
 *
 * @param nodes how long the list is
 * @param shuffled whether its nodes lie in memory in random order, or one after the other
 * @param cost how long the target works for each request
 * @param lanes whether requests go through shared memory
 * @param cache with which sizes of the cache it is walked, in bytes
 */
record Settings(int nodes, boolean shuffled, Duration cost, LanePolicy lanes, List<Integer> cache) {
  static final String USAGE =
      """
      Walks a linked list in the memory of another process, with the page cache off and on, and compares.

      usage: ./ferry-inspect [--nodes N] [--order shuffled|straight] [--cost MICROSECONDS] [--lanes] [--cache both|on|off|BYTES]

        --nodes N        nodes of the list, of 16 bytes each (1000000)
        --order ORDER    how they lie in memory: shuffled, or straight one after the other (shuffled)
        --cost MICROS    how long the other process works for each request, beside answering it (0)
        --lanes          let requests go through shared memory
        --cache CACHE    off, on (64 MiB), both, or a size in bytes (both)

      exit status: 0 every walk saw the whole list; 1 one did not, or ended in an error; 2 wrong usage""";

  private static final int ON = 64 << 20;

  /** The command line asks for something impossible. */
  static final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
      super(message);
    }
  }

  /** Reads a command line. */
  static Settings of(String... arguments) throws UsageException {
    int nodes = 1_000_000;
    boolean shuffled = true;
    int cost = 0;
    LanePolicy lanes = LanePolicy.NEVER;
    List<Integer> cache = List.of(0, ON);
    Iterator<String> words = List.of(arguments).iterator();
    while (words.hasNext()) {
      String option = words.next();
      switch (option) {
        case "--nodes" -> nodes = number(option, words, 1);
        case "--order" -> shuffled = shuffled(option, words);
        case "--cost" -> cost = number(option, words, 0);
        case "--lanes" -> lanes = LanePolicy.ALWAYS;
        case "--cache" -> cache = cache(option, words);
        default -> throw new UsageException("there is no option " + option);
      }
    }
    return new Settings(nodes, shuffled, Duration.ofNanos(cost * 1_000L), lanes, cache);
  }

  private static boolean shuffled(String option, Iterator<String> words) throws UsageException {
    return switch (words.hasNext() ? words.next() : "") {
      case "shuffled" -> true;
      case "straight" -> false;
      default -> throw new UsageException(option + " is shuffled or straight");
    };
  }

  private static List<Integer> cache(String option, Iterator<String> words) throws UsageException {
    String word = words.hasNext() ? words.next() : "nothing";
    return switch (word) {
      case "both" -> List.of(0, ON);
      case "on" -> List.of(ON);
      case "off" -> List.of(0);
      default -> List.of(number(option, List.of(word).iterator(), 0));
    };
  }

  private static int number(String option, Iterator<String> words, int least) throws UsageException {
    String word = words.hasNext() ? words.next() : "nothing";
    try {
      int number = Integer.parseInt(word);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException e) {
      // As below.
    }
    throw new UsageException(option + " needs a number from " + least + ", not " + word);
  }

  /** {@return what the other process is started with} */
  String[] toTarget() {
    return new String[] {
      Integer.toString(nodes), Boolean.toString(shuffled), Long.toString(cost.toNanos()), lanes.name()
    };
  }

  static Settings ofTarget(String... arguments) {
    return new Settings(
        Integer.parseInt(arguments[0]),
        Boolean.parseBoolean(arguments[1]),
        Duration.ofNanos(Long.parseLong(arguments[2])),
        LanePolicy.valueOf(arguments[3]),
        List.of());
  }

  ChannelOptions channel() {
    return ChannelOptions.defaults().withLanes(lanes);
  }
}
