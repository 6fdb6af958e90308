package org.ferryipc.examples.logcollector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The collector as a user starts it, in processes of its own. */
class CollectLogsTest {
  private static final Duration LIMIT = Duration.ofSeconds(100);
  private static final Pattern NUMBER = Pattern.compile("\\d[\\d,]*");

  @TempDir Path names;

  private ChildJvm start(String... arguments) throws IOException {
    return ChildJvm.of(CollectLogs.class, arguments)
        .jvmOptions("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + names)
        .environment("XDG_RUNTIME_DIR", "")
        .start();
  }

  /** {@return the numbers in the line that begins so} */
  private static List<Long> numbers(ChildJvm run, String label) {
    String line = run.output().stream().filter(l -> l.startsWith(label)).findFirst().orElseThrow();
    return NUMBER.matcher(line).results().map(MatchResult::group).map(n -> Long.valueOf(n.replace(",", ""))).toList();
  }

  @Test
  void accountsForEachRecordOfWorkersThatAreKilled() throws Exception {
    try (ChildJvm run = start("--workers", "3", "--logs", "3", "--seconds", "5", "--kill-every", "700")) {
      assertThat(run.waitFor(LIMIT)).as("%s%n%s", run.output(), run.errors()).isZero();

      assertThat(run.errors()).isEmpty();
      long killed = numbers(run, "logs").get(2);
      long told = numbers(run, "told").getFirst();
      List<Long> received = numbers(run, "received");
      assertThat(killed).isPositive();
      assertThat(told).isPositive();
      assertThat(received.get(0) - received.get(1)).isEqualTo(told);
      assertThat(numbers(run, "lost")).containsExactly(0L);
      assertNothingIsLeft(run);
    }
  }

  @Test
  void accountsForEachRecordOfLargeMessagesToo() throws Exception {
    // A message of 8,000 records takes more than a packet: it lies in a region of its log's channel.
    try (ChildJvm run =
        start("--workers 2 --logs 2 --rate 1000000 --longest 40000 --batch 8000 --seconds 3 --kill-every 900".split(" "))) {
      assertThat(run.waitFor(LIMIT)).as("%s%n%s", run.output(), run.errors()).isZero();

      assertThat(run.errors()).isEmpty();
      assertThat(numbers(run, "told").getFirst()).isPositive();
      assertThat(numbers(run, "lost")).containsExactly(0L);
      assertNothingIsLeft(run);
    }
  }

  @Test
  void withoutKillsEachRecordWasToldAndReceived() throws Exception {
    try (ChildJvm run = start("--workers", "1", "--logs", "2", "--seconds", "2", "--kill-every", "0")) {
      assertThat(run.waitFor(LIMIT)).as("%s%n%s", run.output(), run.errors()).isZero();

      List<Long> received = numbers(run, "received");
      assertThat(received.get(0)).isEqualTo(numbers(run, "told").getFirst()).isPositive();
      assertThat(received.get(1)).isZero();
      assertNothingIsLeft(run);
    }
  }

  @Test
  void aWrongOptionIsOneLineAndStatusTwo() throws Exception {
    try (ChildJvm run = start("--worker", "1")) {
      assertThat(run.waitFor(LIMIT)).isEqualTo(2);
      assertThat(run.errors()).containsExactly("ferry-logs: there is no option --worker; --help tells more");
    }
  }

  private void assertNothingIsLeft(ChildJvm run) throws IOException {
    assertThat(ProcessHandle.allProcesses().flatMap(p -> p.info().arguments().stream()).flatMap(Stream::of))
        .as("workers")
        .noneMatch(argument -> argument.equals(names.toString()) || argument.contains(names + "/"));
    try (Stream<Path> left = Files.list(names)) {
      assertThat(left).as("names of sockets").isEmpty();
    }
  }
}
