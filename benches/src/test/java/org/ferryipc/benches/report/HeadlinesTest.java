package org.ferryipc.benches.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeadlinesTest {
  private static final Report REPORT =
      new Report(
          "a machine",
          "./ferry-bench",
          "today",
          List.of(line("add", "bare", 1.5), line("add", "other", 3), line("transfer_empty", "bare", 1.25)),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of());

  @TempDir Path folder;

  @Test
  void takesThePlaceOfTheTableThatWasThereAndOfNothingElse() throws IOException {
    Path readme = folder.resolve("README.md");
    Files.writeString(readme, "before\n\n<!-- measured: begin -->\n| old |\n<!-- measured: end -->\n\nafter\n");

    Headlines.write(readme, REPORT, "./ferry-bench --readme README.md");

    assertThat(Files.readString(readme))
        .isEqualTo(
            """
            before

            <!-- measured: begin -->
            | what | Ferry | the bare calls | ratio (95 %) |
            |---|---|---|---|
            | an empty record, sent and received by one thread | 2.50 µs | 2.00 µs | **1.25** (1.15 – 1.35) |
            | `int add(int, int)` in another process | 3.00 µs | 2.00 µs | **1.50** (1.40 – 1.60) |

            Measured on a machine, by `./ferry-bench --readme README.md`, which writes this table.
            <!-- measured: end -->

            after
            """);
  }

  @Test
  void leavesAFileAloneThatHasNoPlaceForIt() throws IOException {
    Path readme = Files.writeString(folder.resolve("README.md"), "<!-- measured: end --> <!-- measured: begin -->");

    assertThatThrownBy(() -> Headlines.write(readme, REPORT, "")).isInstanceOf(IOException.class);
    assertThat(readme).hasContent("<!-- measured: end --> <!-- measured: begin -->");
  }

  private static Line line(String row, String floor, double ratio) {
    Judged nanos = new Judged(new Estimate(ratio * 2000, 0, 0), null);
    return new Line(
        "suite",
        row,
        floor,
        nanos,
        new Estimate(2000, 0, 0),
        new Judged(new Estimate(ratio, ratio - 0.1, ratio + 0.1), null),
        nanos);
  }
}
