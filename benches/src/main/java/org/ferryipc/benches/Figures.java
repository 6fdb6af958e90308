package org.ferryipc.benches;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ferryipc.benches.Findings.NotWritten;
import org.ferryipc.benches.counting.Footprint;
import org.ferryipc.benches.report.Change;
import org.ferryipc.benches.report.Changes;
import org.ferryipc.benches.report.Result;
import org.ferryipc.benches.report.ResultsFile;
import org.ferryipc.benches.turns.MeasurementFailed;
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

  // A signal to all processes of a terminal reaches this one at about the same time as others.
  private static final long SIGNAL_MILLIS = 500;

  private final PrintStream out;
  private final PrintStream err;
  private final Path target;
  private final long descriptors;
  private final AtomicBoolean ending = new AtomicBoolean();
  private int failures;

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

  int measure(Arguments wanted) throws InterruptedException {
    for (Row row : wanted.plan().rows()) {
      int needed = row.traits().descriptors() + OWN_DESCRIPTORS;
      if (needed > descriptors) {
        String line = "%s needs %,d descriptors, and a process may open %,d: raise the hard limit (ulimit -Hn)";
        return end(WRONG_ARGUMENTS, String.format(Locale.ROOT, line, row.title(), needed, descriptors));
      }
    }
    Findings findings = new Findings(wanted);
    try {
      findings.clear();
    } catch (NotWritten e) {
      return end(WRONG_ARGUMENTS, String.valueOf(e.getMessage()));
    }
    out.println("machine: " + Machine.describe());
    double load = Machine.load();
    if (load > BUSY) {
      err.println("ferry-bench: the machine is busy (load " + load + "); figures will be wrong.");
    }
    Thread interrupted = new Thread(() -> interrupted(findings, wanted), "interrupted");
    Runtime.getRuntime().addShutdownHook(interrupted);
    boolean failed;
    boolean held;
    try {
      failed = measure(wanted, findings);
      if (ending.getAndSet(true)) {
        return FAILED; // the other thread has told what there is
      }
      held = findings.print(out);
    } catch (NotWritten e) {
      return end(FAILED, String.valueOf(e.getMessage()));
    } finally {
      ending.set(true);
      forget(interrupted);
    }
    err.println("ferry-bench: charts are in " + wanted.page());
    return failed ? FAILED : held ? HELD : MISSED;
  }

  // {@return whether something could not be measured}
  private boolean measure(Arguments wanted, Findings findings) throws NotWritten, InterruptedException {
    Pass pass = new Pass(wanted.plan(), target.resolve("jmh"), wanted.recorded(), wanted.counted(), err);
    while (pass.hasNext()) {
      try {
        findings.add(pass.next());
      } catch (MeasurementFailed e) {
        leaveOut(String.valueOf(e.getMessage()));
      }
    }
    List<Result> footprints = List.of();
    try {
      footprints = footprints(wanted);
    } catch (MeasurementFailed e) {
      leaveOut(String.valueOf(e.getMessage()));
    }
    findings.end(footprints);
    return failures > 0;
  }

  // Who interrupts by a key interrupts what is measured as well; that is no news then.
  private void leaveOut(String why) throws InterruptedException {
    Thread.sleep(SIGNAL_MILLIS);
    if (!ending.get()) {
      err.println("ferry-bench: left out: " + why);
    }
    failures++;
  }

  private void interrupted(Findings findings, Arguments wanted) {
    if (!ending.getAndSet(true)) {
      err.printf(
          "ferry-bench: interrupted; %d of %d rows were measured, and are in %s%n",
          findings.close(), wanted.plan().rows().size(), wanted.results());
      findings.print(out);
    }
  }

  private static void forget(Thread hook) {
    try {
      boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // it runs, and does nothing any more
    }
  }

  // They belong to a suite, but nothing in them is timed.
  private List<Result> footprints(Arguments wanted) throws MeasurementFailed, InterruptedException {
    if (wanted.plan().rows().stream().noneMatch(row -> row.suite().equals(ScaleRows.SUITE))) {
      return List.of();
    }
    err.println("ferry-bench: what a channel takes");
    try {
      return Footprint.measure(target.resolve("jmh"), ScaleRows.SUITE);
    } catch (IOException e) {
      throw new MeasurementFailed(String.valueOf(e.getMessage()), e);
    }
  }

  private int end(int status, String line) {
    err.println("ferry-bench: " + line);
    return status;
  }
}
