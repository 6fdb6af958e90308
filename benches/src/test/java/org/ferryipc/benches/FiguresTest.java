package org.ferryipc.benches;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.ferryipc.benches.floor.SendReceive;
import org.ferryipc.benches.report.Result;
import org.ferryipc.benches.report.ResultsFile;
import org.ferryipc.benches.turns.Bench;
import org.ferryipc.benches.turns.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FiguresTest {
  private static final int SIGTERM = 15;
  private static final Bench FINE = Bench.of(SendReceive.class, "move", "of", "transfer_empty");

  @TempDir Path target;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private long descriptors = 1_000_000;

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
        "--results           | --results needs a file",
        "--suite peers       | the suite peers is there with --peers",
        "--peers             | --peers is for ./ferry-bench, which builds them",
        "--jfr --quick        | --jfr is for rows that are named, without --quick",
        "compare one.json    | compare needs two files",
        "compare /no/1 /no/2 | /no/1 cannot be compared: there is no such file"
      })
  void answersWrongArgumentsInOneLine(String words, String line) throws Exception {
    assertThat(run(words.split(" "))).isEqualTo(2);
    assertThat(text(err)).isEqualTo("ferry-bench: " + line + "\n");
    assertThat(text(out)).isEmpty();
  }

  @Test
  void namesTheSuitesToWhoeverNamesNone() throws Exception {
    String suites = Rows.ALL.stream().map(Row::suite).distinct().collect(Collectors.joining(", "));

    assertThat(run("--suite", "no-suite")).isEqualTo(2);
    assertThat(text(err)).isEqualTo("ferry-bench: there is no suite no-suite; there are " + suites + "\n");
    assertThat(suites).contains("ipc-channel", "rpc", "mojo", "scale", "floor");
    err.reset();

    assertThat(run("--suite")).isEqualTo(2);
    assertThat(text(err)).isEqualTo("ferry-bench: there is no suite without a name; there are " + suites + "\n");
  }

  @Test
  void saysBeforeMeasuringThatResultsCannotBeWritten() throws Exception {
    Path file = Files.writeString(target.resolve("file"), "");

    assertThat(run("--results", file + "/results.json", "transfer_empty")).isEqualTo(2);
    assertThat(text(err)).startsWith("ferry-bench: results cannot be written to " + file + "/results.json: ");
    assertThat(text(err).lines()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--report", "--readme"})
  void saysBeforeMeasuringThatAReportCannotBeWritten(String option) throws Exception {
    Path file = Files.writeString(target.resolve("file"), "");

    assertThat(run(option, file + "/report", "transfer_empty")).isEqualTo(2);
    assertThat(text(err)).startsWith("ferry-bench: results cannot be written to " + file + "/report: ");
    assertThat(text(err).lines()).hasSize(1);
    assertThat(text(out)).isEmpty();
  }

  @Test
  void saysBeforeMeasuringThatAReadmeHasNoPlaceForTheTable() throws Exception {
    Path readme = Files.writeString(target.resolve("README.md"), "# Of something else\n");

    assertThat(run("--readme", readme.toString())).isEqualTo(2);
    assertThat(text(err).lines()).singleElement().asString().contains(readme + ": ").contains("measured: begin");
    assertThat(readme).hasContent("# Of something else\n");
  }

  @Test
  void saysBeforeMeasuringThatThereAreTooFewDescriptorsForTenThousandChannels() throws Exception {
    descriptors = 4096;

    assertThat(run("receiver_set::select_1_active_of_10000")).isEqualTo(2);
    assertThat(text(err))
        .isEqualTo(
            "ferry-bench: receiver_set::select_1_active_of_10000 needs 11,100 descriptors, and a process may open"
                + " 4,096: raise the hard limit (ulimit -Hn)\n");
  }

  @Test
  void comparesOnlyFilesOfResults() throws Exception {
    Path text = Files.writeString(target.resolve("text.json"), "{\"suite\": 1}");
    Path none = Files.writeString(target.resolve("none.json"), "[]");

    assertThat(run("compare", text.toString(), none.toString())).isEqualTo(2);
    assertThat(text(err)).startsWith("ferry-bench: " + text + " cannot be compared: it is no array of results: ");
    assertThat(text(err).lines()).hasSize(1);
    err.reset();

    assertThat(run("compare", none.toString(), none.toString())).isEqualTo(2);
    assertThat(text(err)).isEqualTo("ferry-bench: the two files have no benchmark in common\n");
  }

  @Test
  void compares() throws Exception {
    Path before = target.resolve("before.json");
    Path after = target.resolve("after.json");
    ResultsFile.write(before, List.of(result(200)));
    ResultsFile.write(after, List.of(result(100)));

    assertThat(run("compare", before.toString(), after.toString())).isZero();
    assertThat(text(out).lines()).hasSize(2);
    assertThat(text(out)).contains("suite/row").contains("0.500").contains("faster");
  }

  private static Result result(double nanos) {
    return new Result("suite", "row", "off", "same-thread", 1, null, nanos, "ns/op", 1, null, null);
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
        .contains("--all", "--list", "--forks", "--warmups", "--iterations", "--millis", "--results", "--report", "--readme", "--suite", "--quick", "--peers", "compare", "--jfr", "--calls");
  }

  // A run of minutes that ended with nothing to show, because of its last row.
  @Test
  void measuresTheOtherRowsWhenOneFails() throws Exception {
    Bench bad = Bench.of(SendReceive.class, "move", "of", "transfer_nothing_1");
    Plan plan = new Plan(List.of(round("failing", bad), round("fine", FINE)));
    Path results = target.resolve("results.json");

    int status =
        figures().measure(new Arguments(plan, results, target.resolve("page.html"), null, false, false, false, List.of()));

    assertThat(status).isEqualTo(70);
    assertThat(text(err)).contains("ferry-bench: left out: ").contains("failed, see");
    assertThat(text(out)).contains("fine").doesNotContain("failing");
    assertThat(ResultsFile.read(results)).extracting(Result::name).contains("fine").doesNotContain("failing");
  }

  private static Round round(String name, Bench bench) {
    List<Row.Floor> floors = List.of(new Row.Floor("floor of " + name, FINE, null));
    Row row = new Row("suite", name, false, Placement.SAME_THREAD, bench, floors, null, null, false);
    return Round.alone(row, new Effort(1, 1, 1, 1, 1));
  }

  @Test
  @Timeout(120)
  void leavesWhatWasMeasuredWhenItIsInterrupted() throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dferry.benches.target=" + target,
                "-cp",
                System.getProperty("java.class.path"),
                Figures.class.getName()));
    command.addAll(List.of("--forks 1 --warmups 1 --iterations 1 --millis 1 transfer_data_64 transfer_data_4096".split(" ")));
    Path table = target.resolve("table");
    Process process = new ProcessBuilder(command).redirectOutput(table.toFile()).start();
    StringBuilder said = new StringBuilder();
    try (BufferedReader lines = process.errorReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        said.append(line).append('\n');
        if (line.contains("2 of 2")) {
          boolean unused = process.toHandle().destroy(); // the other one would close the streams, too
        }
      }
      assertThat(process.waitFor()).isEqualTo(128 + SIGTERM);
    } finally {
      process.destroyForcibly();
    }

    assertThat(said).contains("ferry-bench: interrupted; 1 of 2 rows were measured, and are in " + target);
    assertThat(table).content().contains("transfer_data_64 ").doesNotContain("transfer_data_4096");
    assertThat(ResultsFile.read(target.resolve("results.json")))
        .extracting(Result::name)
        .contains("transfer_data_64")
        .doesNotContain("transfer_data_4096");
  }

  private int run(String... words) throws InterruptedException {
    return figures().run(List.of(words));
  }

  private Figures figures() {
    return new Figures(new PrintStream(out, true), new PrintStream(err, true), target, descriptors);
  }

  private static String text(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8);
  }
}
