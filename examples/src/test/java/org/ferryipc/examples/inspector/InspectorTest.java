package org.ferryipc.examples.inspector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The inspector as a user starts it, in processes of its own. */
class InspectorTest {
  private static final Duration LIMIT = Duration.ofSeconds(100);

  @TempDir Path names;

  private ChildJvm start(String... arguments) throws IOException {
    return ChildJvm.of(Inspector.class, arguments)
        .jvmOptions("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + names)
        .environment("XDG_RUNTIME_DIR", "")
        .start();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--order shuffled", "--order straight --lanes --cost 1", "--cache 40000"})
  void seesTheWholeListInFewRequests(String words) throws Exception {
    try (ChildJvm run = start(("--nodes 5000 " + words).split(" "))) {
      assertThat(run.waitFor(LIMIT)).as("%s%n%s", run.output(), run.errors()).isZero();
      assertThat(run.errors()).isEmpty();
      List<String> output = run.output();
      assertThat(output.getFirst()).startsWith("5,000 nodes of 16 bytes");
      if (words.contains("--cache")) {
        assertThat(output.getLast()).startsWith("40000 B");
      } else {
        assertThat(output.get(2)).matches("off +5,00\\d .*"); // the list of segments, the form of words, the head
        assertThat(requests(output.get(3))).isBetween(20L, 30L); // 80,000 bytes lie on 20 or 21 pages
        assertThat(output.getLast()).contains("times fewer requests");
      }
    }
    try (Stream<Path> left = Files.list(names)) {
      assertThat(left).as("names of sockets").isEmpty();
    }
  }

  private static long requests(String line) {
    return Long.parseLong(line.replaceAll("\\S+ B +", "").replaceAll(" .*", "").replace(",", ""));
  }

  @Test
  void aWrongOptionIsOneLineAndStatusTwo() throws Exception {
    try (ChildJvm run = start("--node", "1")) {
      assertThat(run.waitFor(LIMIT)).isEqualTo(2);
      assertThat(run.errors()).containsExactly("ferry-inspect: there is no option --node; --help tells more");
    }
  }

  @Test
  void optionsAreRead() throws Exception {
    assertThat(Settings.of().cache()).hasSize(2);
    assertThat(Settings.of("--cache", "off").cache()).containsExactly(0);
    assertThat(Settings.of("--order", "straight", "--cost", "5", "--nodes", "3", "--lanes"))
        .isEqualTo(Settings.of("--nodes", "3", "--lanes", "--order", "straight", "--cost", "5"));
    for (String[] wrong :
        new String[][] {{"--nodes"}, {"--nodes", "0"}, {"--nodes", "x"}, {"--order", "any"}, {"--cache"}, {"--cost", "-1"}}) {
      assertThatThrownBy(() -> Settings.of(wrong)).isInstanceOf(Settings.UsageException.class);
    }
  }
}
