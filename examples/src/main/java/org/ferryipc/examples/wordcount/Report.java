package org.ferryipc.examples.wordcount;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;

/** Gathers results and prints them at the end. */
final class Report {
  // Enough to see that two files differ, and for a line of a table.
  private static final int DIGITS_SHOWN = 12;

  private static final String ROW = "%,15d %,12d %,12d  %s  %s%n";
  private static final String HEAD = "%15s %12s %12s  %-" + DIGITS_SHOWN + "s  %s%n";

  private static final Comparator<Result.Counted> SMALLEST_FIRST =
      Comparator.<Result.Counted>comparingLong(counted -> counted.count().bytes())
          .thenComparing(Result.Counted::name, Comparator.reverseOrder());

  private final int rows;
  private final PriorityQueue<Result.Counted> largest = new PriorityQueue<>(SMALLEST_FIRST);
  private long files;
  private long lines;
  private long words;
  private long bytes;
  private long failures;

  /** For a table of {@code rows} files. */
  Report(int rows) {
    this.rows = rows;
  }

  /** Adds a file that was counted. */
  void add(Result.Counted counted) {
    files++;
    lines += counted.count().lines();
    words += counted.count().words();
    bytes += counted.count().bytes();
    largest.add(counted);
    if (largest.size() > rows) {
      largest.remove();
    }
  }

  /** Adds one that could not be read. */
  void addFailure() {
    failures++;
  }

  /** {@return how many files were counted} */
  long files() {
    return files;
  }

  /** {@return how many bytes were counted} */
  long bytes() {
    return bytes;
  }

  /** {@return how many files and directories could not be read} */
  long failures() {
    return failures;
  }

  /**
   * Prints the table and what is below it.
   *
   * @param tree what was walked
   * @param traffic what went between the processes
   * @param time from the start of the worker to the last result
   */
  void print(PrintStream out, RegularFiles tree, Traffic traffic, Duration time) {
    List<Result.Counted> table = largest.stream().sorted(SMALLEST_FIRST.reversed()).toList();
    if (!table.isEmpty()) {
      out.printf(HEAD, "bytes", "lines", "words", "SHA-256", "name");
      for (Result.Counted row : table) {
        Count count = row.count();
        String digest = count.sha256().substring(0, DIGITS_SHOWN);
        out.printf(Locale.ROOT, ROW, count.bytes(), count.lines(), count.words(), digest, Words.printable(row.name()));
      }
      print(out, "The largest %,d of %,d.%n%n", table.size(), files);
    }
    print(out, "files        %,d counted, %,d not readable%n", files, failures);
    print(
        out,
        "passed over  %,d symbolic links, %,d of other kinds, %,d gone meanwhile%n",
        tree.links(),
        tree.others(),
        tree.vanished());
    print(out, "total        %,d lines, %,d words, %,d bytes%n", lines, words, bytes);
    traffic.print(out);
    print(out, "time         %.2f s%n", time.toMillis() / 1_000.0);
  }

  private static void print(PrintStream out, String format, Object... values) {
    out.printf(Locale.ROOT, format, values);
  }
}
