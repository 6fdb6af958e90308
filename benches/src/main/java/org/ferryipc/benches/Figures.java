package org.ferryipc.benches;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.ferryipc.benches.counting.Footprint;
import org.ferryipc.benches.counting.SystemCalls;
import org.ferryipc.benches.page.Page;
import org.ferryipc.benches.report.Change;
import org.ferryipc.benches.report.Changes;
import org.ferryipc.benches.report.Curve;
import org.ferryipc.benches.report.Headlines;
import org.ferryipc.benches.report.Line;
import org.ferryipc.benches.report.Report;
import org.ferryipc.benches.report.Result;
import org.ferryipc.benches.report.ResultsFile;
import org.ferryipc.benches.report.Table;
import org.ferryipc.benches.turns.Bench;
import org.ferryipc.benches.turns.Comparison;
import org.ferryipc.benches.turns.MeasurementFailed;
import org.ferryipc.benches.turns.Sampled;
import org.ferryipc.benches.turns.Scores;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.ProcessCalls;

/**
 * The program that measures: prints a table to the standard output, progress to the standard error, and writes
 * {@code results.json} and a page with charts.
 */
public final class Figures {
  private static final int HELD = 0;
  private static final int MISSED = 1;
  private static final int WRONG_ARGUMENTS = 2;
  private static final int FAILED = 70; // EX_SOFTWARE of sysexits.h

  // A processor that others use is not there for half of a pair.
  private static final double BUSY = 0.5;

  private static final String COMPARE = "compare";
  // What the virtual machine, JMH and the referee have open beside what is measured.
  private static final int OWN_DESCRIPTORS = 100;

  private final PrintStream out;
  private final PrintStream err;
  private final Path target;
  private final long descriptors;

  /**
   * Made by {@link #main}, and by tests.
   *
   * @param target the folder for everything that is written
   * @param descriptors how many a process may open
   */
  Figures(PrintStream out, PrintStream err, Path target, long descriptors) {
    this.out = out;
    this.err = err;
    this.target = target;
    this.descriptors = descriptors;
  }

  /** Runs, and ends the process with the status that {@code --help} tells. */
  public static void main(String... words) throws InterruptedException {
    Path target = Path.of(System.getProperty("ferry.benches.target", "benches/target"));
    System.exit(new Figures(System.out, System.err, target, mostDescriptors()).run(List.of(words)));
  }

  // The hard limit, because each virtual machine raises its own to that when it starts.
  private static long mostDescriptors() {
    try {
      return ProcessCalls.descriptorLimit().hard();
    } catch (KernelException e) {
      throw new IllegalStateException("the system does not tell its limit of descriptors", e);
    }
  }

  int run(List<String> words) throws InterruptedException {
    if (words.contains("--help")) {
      out.println(Arguments.USAGE);
      return HELD;
    }
    if (!words.isEmpty() && words.getFirst().equals(COMPARE)) {
      return compare(words.subList(1, words.size()));
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
    List<Row> quick = QuickPass.of(Rows.ALL);
    for (Row row : Rows.ALL) {
      out.println(row.title() + (quick.contains(row) ? "" : "  (--all)"));
    }
    return HELD;
  }

  private int compare(List<String> files) {
    if (files.size() != 2) {
      return end(WRONG_ARGUMENTS, "compare needs two files");
    }
    List<List<Result>> runs = new ArrayList<>();
    for (String file : files) {
      try {
        runs.add(ResultsFile.read(Path.of(file)));
      } catch (IOException | InvalidPathException e) {
        return end(WRONG_ARGUMENTS, file + " cannot be compared: " + e.getMessage());
      }
    }
    List<Change> changes = Changes.between(runs.getFirst(), runs.getLast());
    if (changes.isEmpty()) {
      return end(WRONG_ARGUMENTS, "the two files have no benchmark in common");
    }
    Changes.table(changes).forEach(out::println);
    return HELD;
  }

  private int measure(Arguments wanted) throws MeasurementFailed, InterruptedException {
    Path readme = wanted.readme();
    for (Row row : wanted.rows()) {
      int needed = row.traits().descriptors() + OWN_DESCRIPTORS;
      if (needed > descriptors) {
        String line = "%s needs %,d descriptors, and a process may open %,d: raise the hard limit (ulimit -Hn)";
        return end(WRONG_ARGUMENTS, String.format(Locale.ROOT, line, row.title(), needed, descriptors));
      }
    }
    Path now = wanted.results();
    try {
      ResultsFile.clear(now);
      now = wanted.page();
      Page.clear(now);
      if (readme != null) {
        now = readme;
        Headlines.check(now);
      }
    } catch (IOException e) {
      return end(WRONG_ARGUMENTS, "results cannot be written to " + now + ": " + e);
    }
    String begun = LocalDateTime.now(ZoneOffset.UTC).format(DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'", Locale.ROOT));
    out.println("machine: " + Machine.describe());
    double load = Machine.load();
    if (load > BUSY) {
      err.println("ferry-bench: the machine is busy (load " + load + "); figures will be wrong.");
    }
    List<Measurement> measured = new ArrayList<>();
    for (Row row : wanted.rows()) {
      measured.add(measure(row, wanted));
    }
    List<Result> footprints = footprints(wanted);
    Report report = report(begun, wanted, measured, footprints);
    Table.of(report.lines(), report.gaps()).forEach(out::println);
    footprints.forEach(one -> out.println(Footprint.line(one)));
    try {
      now = wanted.results();
      ResultsFile.write(
          now, Stream.concat(measured.stream().flatMap(of -> of.results().stream()), footprints.stream()).toList());
      now = wanted.page();
      Page.write(now, report);
      if (readme != null) {
        now = readme;
        Headlines.write(now, report, report.command());
      }
    } catch (IOException e) {
      return end(FAILED, "results could not be written to " + now + ": " + e);
    }
    err.println("ferry-bench: charts are in " + wanted.page());
    return report.lines().stream().allMatch(Line::holds) ? HELD : MISSED;
  }

  // They belong to a suite, but nothing in them is timed.
  private List<Result> footprints(Arguments wanted) throws MeasurementFailed, InterruptedException {
    if (wanted.rows().stream().noneMatch(row -> row.suite().equals(ScaleRows.SUITE))) {
      return List.of();
    }
    err.println("ferry-bench: what a channel takes");
    try {
      return Footprint.measure(target.resolve("jmh"), ScaleRows.SUITE);
    } catch (IOException e) {
      throw new MeasurementFailed(String.valueOf(e.getMessage()), e);
    }
  }

  private static Report report(
      String begun, Arguments wanted, List<Measurement> measured, List<Result> footprints) {
    return new Report(
        Machine.describe(),
        wanted.command(),
        begun,
        measured.stream().flatMap(of -> of.lines().stream()).toList(),
        measured.stream().flatMap(of -> of.sizes().stream()).toList(),
        measured.stream().flatMap(of -> of.curves().stream()).toList(),
        measured.stream().flatMap(of -> of.counts().stream()).toList(),
        footprints,
        Rows.GAPS.stream().filter(gap -> wanted.rows().stream().anyMatch(row -> row.title().equals(gap.row()))).toList());
  }

  private Measurement measure(Row row, Arguments wanted) throws MeasurementFailed, InterruptedException {
    Comparison comparison =
        new Comparison(Measurement.benches(row), wanted.effort(), target.resolve("jmh"), wanted.recorded());
    List<List<Scores>> forks = new ArrayList<>();
    for (int fork = 1; fork <= wanted.effort().forks(); fork++) {
      err.println("ferry-bench: " + row.title() + ", fork " + fork + " of " + wanted.effort().forks());
      forks.add(comparison.measure());
    }
    List<Sampled> sampled = List.of();
    if (row.traits().curve()) {
      err.println("ferry-bench: " + row.title() + ", single operations");
      sampled = comparison.sample(Curve.QUANTILES);
    }
    return new Measurement(row, forks, sampled, wanted.counted() ? calls(row) : List.of());
  }

  private List<SystemCalls> calls(Row row) throws MeasurementFailed, InterruptedException {
    err.println("ferry-bench: " + row.title() + ", system calls");
    List<SystemCalls> counted = new ArrayList<>();
    for (Bench bench : Measurement.benches(row)) {
      try {
        counted.add(SystemCalls.of(bench, target.resolve("jmh")));
      } catch (IOException e) {
        throw new MeasurementFailed(String.valueOf(e.getMessage()), e);
      }
    }
    return counted;
  }

  private int end(int status, String line) {
    err.println("ferry-bench: " + line);
    return status;
  }
}
