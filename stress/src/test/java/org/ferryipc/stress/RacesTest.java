package org.ferryipc.stress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jcstress.Main;

/**
 * Runs all jcstress tests of this module: each for a tenth of a second under the interpreter, both compilers, and the
 * second one with its order of instructions changed at random. Then the two on which every wake-up by a lane depends, with
 * jcstress's preset {@code quick}. {@code -Dferry.races.mode=default} (or another preset of jcstress) takes jcstress's own
 * times for all instead.
 */
class RacesTest {
  private static final String MODE = System.getProperty("ferry.races.mode", "");
  // The preset with the fewest runs, with enough time for both threads to meet. A run for each pair of compilers
  // ("split") would be four times as many, for code that both threads run the same.
  private static final List<String> SHORT =
      List.of("-m", "sanity", "-sc", "false", "-time", "100", "-strideSize", "128", "-strideCount", "20");
  // A receiver sleeps while a record is published, and arms again while the sender clears: docs/lanes.md, S5 and R9.
  private static final String WAKE_UPS = "LaneStress.(PublishAndSleep|BellAndArmAgain)";
  private static final List<String> QUICK = List.of("-m", "quick", "-sc", "false", "-t", WAKE_UPS);
  private static final Duration PATIENCE = Duration.ofMinutes(8);
  // A line of the list that the annotation processor writes: each text stands behind its length.
  private static final Pattern LISTED = Pattern.compile("^JCTEST(\\d+)S(.*)");
  private static final Pattern PASSED = Pattern.compile("\\[OK] (\\S+)");

  @TempDir private Path folder;

  @Test
  @Timeout(540)
  void endOnlyAsTheyMay() throws Exception {
    assertThat(passed(MODE.isEmpty() ? SHORT : List.of("-m", MODE))).as("tests that ran").containsAll(listed());
  }

  @Test
  @Timeout(540)
  void ofWakeUpsEndOnlyAsTheyMayHoweverOften() throws Exception {
    Pattern wakeUp = Pattern.compile(WAKE_UPS);
    List<String> expected = listed().stream().filter(name -> wakeUp.matcher(name).find()).toList();
    assertThat(expected).hasSize(2);
    assertThat(passed(QUICK)).as("tests that ran").containsAll(expected);
  }

  private List<String> passed(List<String> how) throws Exception {
    assertThat(Runtime.getRuntime().availableProcessors()).as("processors, one for each thread").isGreaterThan(1);
    List<String> arguments = new ArrayList<>(how);
    arguments.addAll(List.of("-v", "-r", folder.toString()));
    try (ChildJvm races =
        ChildJvm.of(Main.class, arguments.toArray(String[]::new)).under("env", "-C", folder.toString(), "--").start()) {
      String report = String.join("\n", races.finish(PATIENCE));
      return PASSED.matcher(report).results().map(match -> match.group(1)).toList();
    }
  }

  private static List<String> listed() throws Exception {
    List<String> names = new ArrayList<>();
    try (InputStream list = Objects.requireNonNull(RacesTest.class.getResourceAsStream("/META-INF/TestList"))) {
      for (String line : new String(list.readAllBytes(), UTF_8).lines().toList()) {
        Matcher parts = LISTED.matcher(line);
        assertThat(parts.matches()).as(line).isTrue();
        names.add(parts.group(2).substring(0, Integer.parseInt(parts.group(1))));
      }
    }
    assertThat(names).isNotEmpty();
    return names;
  }
}
