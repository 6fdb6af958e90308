package org.ferryipc.unix.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.ferryipc.unix.processes.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Both sides of a lane in every order of their steps. The numbers that it prints are those of docs/lanes.md. */
class LaneExplorerTest {

  static List<Scenario> scenarios() {
    List<Scenario> all = new ArrayList<>(Scenarios.inEachBuild());
    if (Effort.of(0, 1) == 1) {
      all.addAll(Scenarios.full());
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  @Timeout(1_200) // of the largest, with full effort on a busy machine
  void everyOrderIsRight(Scenario scenario) {
    Explorer.Result result = Explorer.explore(scenario);

    assertThat(result.fault()).as("%s:%n%s", scenario, String.join("\n", result.way())).isNull();
    System.out.printf("explored %s: %,d states, %,d steps%n", scenario, result.states(), result.steps());
  }

  @Test
  void everyAnswerIsReached() {
    Explorer.Result result =
        Explorer.explore(Scenario.of("all answers", 4, 2, 2, Scenario.Option.DEMOTE).withLanes(2));

    assertThat(result.answers()).contains(Look.values()).contains(Put.PUT, Put.RING, Put.FULL, Put.OVER);
  }
}
