package org.ferryipc.benches;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.benches.counting.SystemCalls;
import org.ferryipc.benches.report.Curve;
import org.ferryipc.benches.turns.Bench;
import org.ferryipc.benches.turns.Comparison;
import org.ferryipc.benches.turns.MeasurementFailed;
import org.ferryipc.benches.turns.Sampled;
import org.ferryipc.benches.turns.Scores;

/** Measures what a plan says, round by round, and tells how far it is. */
final class Pass {
  // After that much of its time a plan is corrected by how long it really takes.
  private static final double KNOWN_SECONDS = 20;

  private final Plan plan;
  private final Path logs;
  private final boolean recorded;
  private final boolean counted;
  private final PrintStream err;
  private final long begun = System.nanoTime();

  private int next;

  /**
   * A pass that has not begun.
   *
   * @param logs a folder for what JMH says
   * @param recorded whether to leave flight recordings there
   * @param counted whether system calls are counted, too
   * @param err where it tells how far it is
   */
  Pass(Plan plan, Path logs, boolean recorded, boolean counted, PrintStream err) {
    this.plan = plan;
    this.logs = logs;
    this.recorded = recorded;
    this.counted = counted;
    this.err = err;
  }

  /** {@return whether something is left} */
  boolean hasNext() {
    return next < plan.rounds().size();
  }

  /**
   * {@return what the next round measured}
   *
   * @throws MeasurementFailed if it could not be; the one after it may
   */
  List<Measurement> next() throws MeasurementFailed, InterruptedException {
    if (next == 0) {
      say(plan.rows().size() + " rows, which take about " + spoken(plan.seconds()));
    }
    double taken = (System.nanoTime() - begun) / (double) Duration.ofSeconds(1).toNanos();
    double planned = plan.seconds() - plan.seconds(next);
    double pace = planned > KNOWN_SECONDS ? taken / planned : 1;
    double needed = plan.seconds(next) * pace;
    double left = counted ? Double.POSITIVE_INFINITY : plan.mostSeconds() - taken; // counting is planned by nobody
    Round round = plan.rounds().get(next++);
    Round fitting = needed > left ? round.within(round.seconds() * left / needed) : round;
    return measure(fitting, next + " of " + plan.rounds().size() + ", " + spoken(Math.min(needed, left)) + " left: ");
  }

  /** {@return so many seconds as people say it} */
  static String spoken(double seconds) {
    Duration time = Duration.ofSeconds(Math.round(seconds));
    return time.toHours() > 0
        ? time.toHours() + " h " + time.toMinutesPart() + " min"
        : time.toMinutes() > 0 ? time.toMinutes() + " min " + time.toSecondsPart() + " s" : time.toSeconds() + " s";
  }

  private List<Measurement> measure(Round round, String progress) throws MeasurementFailed, InterruptedException {
    Comparison comparison = new Comparison(round.machines(), round.effort(), logs, recorded);
    List<List<Scores>> forks = new ArrayList<>();
    List<List<Sampled>> timed = new ArrayList<>();
    for (int fork = 1; fork <= round.effort().forks(); fork++) {
      String which = round.effort().forks() == 1 ? "" : ", fork " + fork + " of " + round.effort().forks();
      say(progress + round.title() + which);
      if (round.medians()) {
        timed.add(comparison.sample(Curve.QUANTILES));
      } else {
        forks.add(comparison.measure());
      }
    }
    if (round.sampled()) {
      say(progress + round.title() + ", single operations");
      timed.add(comparison.sample(Curve.QUANTILES));
    }
    List<Measurement> measured = new ArrayList<>();
    int first = 0;
    for (Row row : round.rows()) {
      int begin = first;
      int end = begin + row.benches().size();
      List<SystemCalls> calls = counted ? calls(row, progress) : List.of();
      List<List<Sampled>> samples = timed.stream().map(of -> of.subList(begin, end)).toList();
      measured.add(
          round.medians()
              ? Measurement.byMedians(row, samples, calls)
              : Measurement.byMeans(row, forks.stream().map(of -> of.subList(begin, end)).toList(), samples, calls));
      first = end;
    }
    return measured;
  }

  private List<SystemCalls> calls(Row row, String progress) throws MeasurementFailed, InterruptedException {
    say(progress + row.title() + ", system calls");
    List<SystemCalls> calls = new ArrayList<>();
    for (Bench bench : row.benches()) {
      try {
        calls.add(SystemCalls.of(bench, logs));
      } catch (IOException e) {
        throw new MeasurementFailed(String.valueOf(e.getMessage()), e);
      }
    }
    return calls;
  }

  private void say(String line) {
    err.println("ferry-bench: " + line);
  }
}
