package org.ferryipc.benches.counting;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.ferryipc.benches.report.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FootprintTest {
  @TempDir Path folder;

  @Test
  void aChannelTakesTwoDescriptorsAndLessMemoryThanALane() throws Exception {
    List<Result> results = Footprint.measure(folder, "scale");

    assertThat(values(results, "floor", "off", "descriptors/channel")).containsExactly(2.0);
    assertThat(values(results, "scale", "off", "descriptors/channel")).containsExactly(2.0);
    assertThat(values(results, "scale", "off", "heap B/channel")).singleElement().satisfies(
        bytes -> assertThat(bytes).isBetween(100.0, 20_000.0));
    double without = values(results, "scale", "off", "resident B/channel").getFirst();
    double with = values(results, "scale", "on", "resident B/channel").getFirst();
    assertThat(with).isGreaterThan(without);
  }

  private static List<Double> values(List<Result> results, String suite, String lanes, String unit) {
    return results.stream()
        .filter(result -> result.suite().equals(suite) && result.lanes().equals(lanes) && result.unit().equals(unit))
        .map(Result::value)
        .toList();
  }
}
