package org.ferryipc.examples.logcollector;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;

/**
 * What the command line asks for.
 *
 * @param workers how many write at a time
 * @param logs how many logs each has open at a time
 * @param recordsPerSecond how fast each log is written
 * @param longest how many records the longest log has
 * @param batch how many records travel in one message, at most
 * @param time how long, from when the first worker is ready
 * @param betweenKills how often a worker is killed; zero for never
 */
record Settings(
    int workers, int logs, int recordsPerSecond, int longest, int batch, Duration time, Duration betweenKills) {
  static final String USAGE =
      """
      Collects the logs of worker processes in one thread, kills a worker at random now and then, and accounts for every
      record in the end.

      usage: ./ferry-logs [--workers N] [--logs N] [--rate N] [--longest N] [--batch N]
                          [--seconds N] [--kill-every MILLISECONDS]

        --workers N       worker processes (8)
        --logs N          logs that each writes at a time; one that ends is followed by another (4)
        --rate N          records a second of each log (2000)
        --longest N       records of the longest log (1000); the shortest has a twentieth
        --batch N         records that a worker sends as one message (1); of some thousands it is a large one
        --seconds N       how long, from the first worker on (10)
        --kill-every MS   kill a random worker so often, and start another (1000); 0 for never

      exit status: 0 every record that a worker was told had been sent was received; 1 some were not, each log has a line
      on standard error; 2 wrong usage; 3 a worker could not be started""";

  /** The command line asks for something impossible. */
  static final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
      super(message);
    }
  }

  /** Reads a command line. */
  static Settings of(String... arguments) throws UsageException {
    int workers = 8;
    int logs = 4;
    int rate = 2_000;
    int longest = 1_000;
    int batch = 1;
    int seconds = 10;
    int killEvery = 1_000;
    Iterator<String> words = List.of(arguments).iterator();
    while (words.hasNext()) {
      String option = words.next();
      switch (option) {
        case "--workers" -> workers = number(option, words, 1);
        case "--logs" -> logs = number(option, words, 1);
        case "--rate" -> rate = number(option, words, 1);
        case "--longest" -> longest = number(option, words, 1);
        case "--batch" -> batch = number(option, words, 1);
        case "--seconds" -> seconds = number(option, words, 0);
        case "--kill-every" -> killEvery = number(option, words, 0);
        default -> throw new UsageException("there is no option " + option);
      }
    }
    return new Settings(workers, logs, rate, longest, batch, Duration.ofSeconds(seconds), Duration.ofMillis(killEvery));
  }

  private static int number(String option, Iterator<String> words, int least) throws UsageException {
    if (!words.hasNext()) {
      throw new UsageException(option + " needs a number");
    }
    String value = words.next();
    try {
      int number = Integer.parseInt(value);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException e) {
      // As below.
    }
    throw new UsageException(option + " needs a number from " + least + ", not " + value);
  }
}
