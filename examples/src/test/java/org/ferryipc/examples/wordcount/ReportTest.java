package org.ferryipc.examples.wordcount;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  private static final String DIGEST = "0123456789abcdef".repeat(4);

  @TempDir Path empty;

  @Test
  void theTableHasTheLargestFilesFirstAndEqualOnesByName() {
    Report report = new Report(3);
    for (String name : List.of("small", "c", "b", "large", "a")) {
      long bytes = name.equals("small") ? 1 : name.equals("large") ? 12_345 : 10;
      report.add(new Result.Counted(name, new Count(1, 2, bytes, DIGEST)));
    }

    assertThat(print(report))
        .startsWith(
            """
                      bytes        lines        words  SHA-256       name
                     12,345            1            2  0123456789ab  large
                         10            1            2  0123456789ab  a
                         10            1            2  0123456789ab  b
            The largest 3 of 5.
            """)
        .contains("total        5 lines, 10 words, 12,376 bytes\n");
  }

  @Test
  void nothingCountedIsNoTable() {
    assertThat(print(new Report(3))).startsWith("files        0 counted, 0 not readable\n");
  }

  @Test
  void aDescriptorLeftOpenIsNotHidden() {
    Traffic traffic = new Traffic(7, 7, open(19, 21), open(25, 25));

    assertThat(print(new Report(0), traffic))
        .contains(
            """
            messages     8 to the worker, 9 back
            descriptors  15 moved to the worker: 7 files, 7 reply senders, 1 job receiver
            left open    2 in the worker (19 before and 21 after), 0 here (25 before and 25 after)
            """);
  }

  private String print(Report report) {
    return print(report, new Traffic(0, 0, open(0, 0), open(0, 0)));
  }

  private String print(Report report, Traffic traffic) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    RegularFiles tree = new RegularFiles(empty, Set.of(), (name, reason) -> {});
    report.print(new PrintStream(bytes, true, UTF_8), tree, traffic, Duration.ZERO);
    return bytes.toString(UTF_8);
  }

  private static Traffic.BeforeAndAfter open(int before, int after) {
    return new Traffic.BeforeAndAfter(new OpenDescriptors(before), new OpenDescriptors(after));
  }
}
