package org.ferryipc.benches;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.benches.report.Line;
import org.ferryipc.benches.report.Result;
import org.ferryipc.benches.report.ResultsFile;
import org.ferryipc.benches.report.Table;
import org.ferryipc.benches.turns.Comparison;
import org.ferryipc.benches.turns.MeasurementFailed;
import org.ferryipc.benches.turns.Scores;

/**
 * The program that measures: prints a table to the standard output, progress to the standard error, and writes
 * {@code results.json}.
 */
public final class Figures {
  private static final int HELD = 0;
  private static final int MISSED = 1;
  private static final int WRONG_ARGUMENTS = 2;
  private static final int FAILED = 70; // EX_SOFTWARE of sysexits.h

  // A processor that others use is not there for half of a pair.
  private static final double BUSY = 0.5;

  private final PrintStream out;
  private final PrintStream err;
  private final Path target;

  /**
   * Made by {@link #main}, and by tests.
   *
   * @param target the folder for everything that is written
   */
  Figures(PrintStream out, PrintStream err, Path target) {
    this.out = out;
    this.err = err;
    this.target = target;
  }

  /** Runs, and ends the process with the status that {@code --help} tells. */
  public static void main(String... words) throws InterruptedException {
    Path target = Path.of(System.getProperty("ferry.benches.target", "benches/target"));
    System.exit(new Figures(System.out, System.err, target).run(List.of(words)));
  }

  int run(List<String> words) throws InterruptedException {
    if (words.contains("--help")) {
      out.println(Arguments.USAGE);
      return HELD;
    }
    try {
      Arguments wanted = Arguments.of(words, target);
      return wanted.listed() ? list() : measure(wanted);
    } catch (Arguments.Wrong e) {
      return end(WRONG_ARGUMENTS, String.valueOf(e.getMessage()));
    } catch (MeasurementFailed e) {
      return end(FAILED, String.valueOf(e.getMessage()));
    }
  }

  private int list() {
    for (Row row : Rows.ALL) {
      out.println(row.title() + (row.quick() ? "" : "  (--all)"));
    }
    return HELD;
  }

  private int measure(Arguments wanted) throws MeasurementFailed, InterruptedException {
    try {
      ResultsFile.clear(wanted.results());
    } catch (IOException e) {
      return end(WRONG_ARGUMENTS, "results cannot be written to " + wanted.results() + ": " + e);
    }
    out.println("machine: " + Machine.describe());
    double load = Machine.load();
    if (load > BUSY) {
      err.println("ferry-bench: the machine is busy (load " + load + "); figures will be wrong.");
    }
    List<Line> lines = new ArrayList<>();
    List<Result> results = new ArrayList<>();
    for (Row row : wanted.rows()) {
      Measurement measured = measure(row, wanted);
      lines.addAll(measured.lines());
      results.addAll(measured.results());
    }
    Table.of(lines).forEach(out::println);
    try {
      ResultsFile.write(wanted.results(), results);
    } catch (IOException e) {
      return end(FAILED, "results could not be written to " + wanted.results() + ": " + e);
    }
    return lines.stream().allMatch(Line::holds) ? HELD : MISSED;
  }

  private Measurement measure(Row row, Arguments wanted) throws MeasurementFailed, InterruptedException {
    Comparison comparison =
        new Comparison(Measurement.benches(row), wanted.effort(), target.resolve("jmh"), wanted.recorded());
    List<List<Scores>> forks = new ArrayList<>();
    for (int fork = 1; fork <= wanted.effort().forks(); fork++) {
      err.println("ferry-bench: " + row.title() + ", fork " + fork + " of " + wanted.effort().forks());
      forks.add(comparison.measure());
    }
    return new Measurement(row, forks);
  }

  private int end(int status, String line) {
    err.println("ferry-bench: " + line);
    return status;
  }
}
