package org.ferryipc.benches.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsFileTest {
  @TempDir Path folder;

  @Test
  void writesEveryMemberInTheDocumentedOrderAlsoThoseThatAreNull() throws IOException {
    Path file = folder.resolve("results.json");

    ResultsFile.write(
        file,
        List.of(
            new Result("floor", "f", "off", "same-thread", 1, null, 2000.5, "ns/op", 3, null, null),
            new Result("ipc-channel", "r", "off", "two-cores", 1, "copy", 2345, "ns/op", 7, "f", 1.25)));

    assertThat(Files.readString(file).replaceAll("\\s", ""))
        .isEqualTo(
            """
            [{"suite":"floor","name":"f","lanes":"off","placement":"same-thread","processes":1,"read":null,
            "value":2000.5,"unit":"ns/op","error":3.0,"floor":null,"ratio":null},
            {"suite":"ipc-channel","name":"r","lanes":"off","placement":"two-cores","processes":1,"read":"copy",
            "value":2345.0,"unit":"ns/op","error":7.0,"floor":"f","ratio":1.25}]"""
                .replaceAll("\\s", ""));
  }

  @Test
  void leavesNoOlderResultsOnceARunHasBegun() throws IOException {
    Path file = folder.resolve("new/folder/results.json");
    ResultsFile.clear(file);
    Files.writeString(file, "[{\"suite\":\"of yesterday\"}]");

    ResultsFile.clear(file);

    assertThat(Files.readString(file)).isEqualTo("[]\n");
  }
}
