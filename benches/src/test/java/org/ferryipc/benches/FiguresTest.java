package org.ferryipc.benches;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {
  @TempDir Path target;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "transfer_nothing    | there is no row transfer_nothing; --list names them",
        "--fast              | there is no option --fast",
        "--forks             | --forks needs a number from 1 on, not nothing",
        "--forks 0           | --forks needs a number from 1 on, not 0",
        "--millis ten        | --millis needs a number from 1 on, not ten",
        "--warmups -1        | --warmups needs a number from 0 on, not -1",
        "--results           | --results needs a file"
      })
  void answersWrongArgumentsInOneLine(String words, String line) throws Exception {
    assertThat(run(words.split(" "))).isEqualTo(2);
    assertThat(text(err)).isEqualTo("ferry-bench: " + line + "\n");
    assertThat(text(out)).isEmpty();
  }

  @Test
  void saysBeforeMeasuringThatResultsCannotBeWritten() throws Exception {
    Path file = Files.writeString(target.resolve("file"), "");

    assertThat(run("--results", file + "/results.json", "transfer_empty")).isEqualTo(2);
    assertThat(text(err)).startsWith("ferry-bench: results cannot be written to " + file + "/results.json: ");
    assertThat(text(err).lines()).hasSize(1);
  }

  @Test
  void listsEveryRow() throws Exception {
    assertThat(run("--list")).isZero();
    assertThat(text(out).lines()).hasSameSizeAs(Rows.ALL);
    assertThat(text(out))
        .contains("transfer_empty\n")
        .contains("transfer_senders_08  (--all)\n")
        .contains("receiver_set::send_on_1_of_1\n")
        .contains("receiver_set::send_on_1_of_5  (--all)\n");
  }

  @Test
  void helpTellsEveryOption() throws Exception {
    assertThat(run("--help")).isZero();
    assertThat(text(out))
        .contains("--all", "--list", "--forks", "--warmups", "--iterations", "--millis", "--results", "--jfr");
  }

  private int run(String... words) throws InterruptedException {
    return new Figures(new PrintStream(out, true), new PrintStream(err, true), target).run(List.of(words));
  }

  private static String text(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8);
  }
}
