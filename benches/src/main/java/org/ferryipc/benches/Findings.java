package org.ferryipc.benches;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.ferryipc.benches.counting.Footprint;
import org.ferryipc.benches.page.Page;
import org.ferryipc.benches.report.Headlines;
import org.ferryipc.benches.report.Line;
import org.ferryipc.benches.report.Report;
import org.ferryipc.benches.report.Result;
import org.ferryipc.benches.report.ResultsFile;
import org.ferryipc.benches.report.Table;
import org.jspecify.annotations.Nullable;

/**
 * What one run has measured so far: in its files after each row, so that a run which is interrupted leaves what it had. Used by
 * the thread that measures, and by the one that is told to end.
 */
final class Findings {
  private final Arguments wanted;
  private final String begun =
      LocalDateTime.now(ZoneOffset.UTC).format(DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'", Locale.ROOT));
  private final List<Measurement> measured = new ArrayList<>();
  private final List<Result> footprints = new ArrayList<>();
  private boolean closed; // guarded by this, as all of them

  /** Nothing so far. */
  Findings(Arguments wanted) {
    this.wanted = wanted;
  }

  /** A file could not be written; the message is one line. */
  static final class NotWritten extends Exception {
    private static final long serialVersionUID = 1L;

    NotWritten(String line, IOException cause) {
      super(line + ": " + cause, cause);
    }
  }

  /**
   * Takes the place of older results, and looks whether the README has one for its table.
   *
   * @throws NotWritten if a file cannot be written
   */
  synchronized void clear() throws NotWritten {
    Path readme = wanted.readme();
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
      throw new NotWritten("results cannot be written to " + now, e);
    }
  }

  /**
   * Adds rows, and writes all that there are; nothing behind {@link #close}.
   *
   * @throws NotWritten if a file cannot be written
   */
  synchronized void add(List<Measurement> rows) throws NotWritten {
    if (!closed) {
      measured.addAll(rows);
      write(null);
    }
  }

  /**
   * Adds what a channel takes, and writes everything, also into the README if that was asked for; nothing behind {@link
   * #close}.
   *
   * @throws NotWritten if a file cannot be written
   */
  synchronized void end(List<Result> channels) throws NotWritten {
    if (!closed) {
      footprints.addAll(channels);
      write(wanted.readme());
    }
  }

  private void write(@Nullable Path readme) throws NotWritten {
    Report report = report();
    Path now = wanted.results();
    try {
      ResultsFile.write(
          now, Stream.concat(measured.stream().flatMap(of -> of.results().stream()), footprints.stream()).toList());
      now = wanted.page();
      Page.write(now, report);
      if (readme != null) {
        now = readme;
        Headlines.write(now, report, report.command());
      }
    } catch (IOException e) {
      throw new NotWritten("results could not be written to " + now, e);
    }
  }

  /** Prints the table. {@return whether every limit holds} */
  synchronized boolean print(PrintStream out) {
    Report report = report();
    Table.of(report.lines(), report.gaps()).forEach(out::println);
    footprints.forEach(one -> out.println(Footprint.line(one)));
    return report.lines().stream().allMatch(Line::holds);
  }

  /**
   * Ends all writing: the virtual machine may halt at any time now, and would leave half a file.
   *
   * @return how many rows there are
   */
  synchronized int close() {
    closed = true;
    return measured.size();
  }

  private Report report() {
    return new Report(
        Machine.describe(),
        wanted.command(),
        begun,
        measured.stream().flatMap(of -> of.lines().stream()).toList(),
        measured.stream().flatMap(of -> of.sizes().stream()).toList(),
        measured.stream().flatMap(of -> of.curves().stream()).toList(),
        measured.stream().flatMap(of -> of.counts().stream()).toList(),
        footprints,
        Rows.GAPS.stream().filter(gap -> measured.stream().anyMatch(of -> of.row().title().equals(gap.row()))).toList());
  }
}
