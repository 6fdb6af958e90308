package org.ferryipc.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ferryipc.unix.testing.ChildJvm;
import org.ferryipc.unix.testing.ChildJvmLaunch;

/** The main job as a user starts it, in processes of its own. Closing it ends what still runs. */
final class JobRun implements AutoCloseable {
  /** For a machine that is busy with other things; no run takes a tenth of it on an idle one. */
  static final Duration LIMIT = Duration.ofMinutes(2);

  private static final Pattern WORKER = Pattern.compile("Worker process (\\d+) counts .*");
  private static final Pattern ROW =
      Pattern.compile(" *([\\d,]+) +([\\d,]+) +([\\d,]+) {2}([0-9a-f]{12}) {2}(.*)");
  private static final Pattern LEFT_OPEN =
      Pattern.compile(
          "left open +0 in the worker \\((\\d+) before and \\1 after\\), 0 here \\((\\d+) before and \\2 after\\)");

  private final ChildJvm parent;
  private final Path names;

  /** One row of the table; the digest as far as it is shown. */
  record Row(long bytes, long lines, long words, String digest) {
    static Row of(Count count) {
      return new Row(count.bytes(), count.lines(), count.words(), count.sha256().substring(0, 12));
    }
  }

  private JobRun(ChildJvm parent, Path names) {
    this.parent = parent;
    this.names = names;
  }

  /** {@return a launch of the job, for more options} */
  static ChildJvmLaunch launch(String... arguments) {
    // C1 alone makes a short program quicker, the more so on few processors.
    return ChildJvm.of(CountFiles.class, arguments).jvmOptions("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
  }

  /**
   * Starts the job.
   *
   * @param temporary empty; where it makes the names of its sockets
   */
  static JobRun start(ChildJvmLaunch launch, Path temporary) throws IOException {
    ChildJvm parent =
        launch
            .jvmOptions("-Djava.io.tmpdir=" + temporary)
            .environment("XDG_RUNTIME_DIR", "") // or the names would be there
            .start();
    return new JobRun(parent, temporary);
  }

  ChildJvm parent() {
    return parent;
  }

  /** Waits until the worker runs. {@return it} */
  ProcessHandle awaitWorker() throws InterruptedException {
    return ProcessHandle.of(workerPid(parent.awaitLine("Worker process", LIMIT))).orElseThrow();
  }

  /** Waits for the end and checks the exit status. */
  void finish(int status) throws InterruptedException {
    int got = parent.waitFor(LIMIT);
    assertThat(got).as("status after%noutput: %s%nerrors: %s", parent.output(), errors()).isEqualTo(status);
  }

  List<String> errors() {
    return parent.errors();
  }

  /** {@return the table by the names of its files} */
  Map<String, Row> table() {
    Map<String, Row> rows = new LinkedHashMap<>();
    for (String line : parent.output()) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        rows.put(row.group(5), new Row(number(row.group(1)), number(row.group(2)), number(row.group(3)), row.group(4)));
      }
    }
    return rows;
  }

  /** {@return what stands in the line of the summary that begins with {@code label}} */
  String summary(String label) {
    List<String> found =
        parent.output().stream().filter(line -> line.startsWith(label + " ")).toList();
    assertThat(found).as("lines of %s", label).hasSize(1);
    return found.getFirst().substring(label.length()).strip();
  }

  /** Checks that no process and no file is left, and that the worker and its parent closed what they opened. */
  void assertNothingIsLeft() throws IOException, InterruptedException {
    assertThat(parent.output()).anyMatch(LEFT_OPEN.asMatchPredicate());
    assertNoProcessOrFileIsLeft();
  }

  /** Checks that no process and no file is left. */
  void assertNoProcessOrFileIsLeft() throws IOException, InterruptedException {
    for (String line : parent.output()) {
      if (WORKER.matcher(line).matches()) {
        assertThat(ProcessHandle.of(workerPid(line))).as("the worker").isEmpty();
      }
    }
    try (Stream<Path> left = Files.list(names)) {
      assertThat(left).as("names of sockets").isEmpty();
    }
  }

  /** Waits until {@code process} is gone. */
  static void awaitExit(ProcessHandle process) throws InterruptedException {
    try {
      ProcessHandle gone = process.onExit().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      assertThat(gone.isAlive()).isFalse();
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError("process " + process.pid() + " still runs", e);
    }
  }

  @Override
  public void close() throws IOException {
    parent.close();
  }

  private static long workerPid(String line) {
    Matcher worker = WORKER.matcher(line);
    assertThat(worker.matches()).as(line).isTrue();
    return Long.parseLong(worker.group(1));
  }

  private static long number(String text) {
    return Long.parseLong(text.replace(",", ""));
  }
}
