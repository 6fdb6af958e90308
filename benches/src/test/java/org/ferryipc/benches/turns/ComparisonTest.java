package org.ferryipc.benches.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.ferryipc.benches.floor.SendReceive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With real virtual machines, and iterations too short to mean anything. */
@Timeout(120)
class ComparisonTest {
  private static final Effort LITTLE = new Effort(1, 1, 1, 3, 1);
  private static final Bench GOOD = Bench.of(SendReceive.class, "move", "of", "transfer_empty");

  @TempDir Path logs;

  @Test
  void measuresAsManyIterationsOfEach() throws Exception {
    Bench other = Bench.of(SendReceive.class, "duplicate", "of", "transfer_senders_01");

    List<Scores> scores = new Comparison(List.of(alone(GOOD), alone(other)), LITTLE, logs, false).measure();

    assertThat(scores).hasSize(2);
    assertThat(scores)
        .allSatisfy(
            of -> {
              assertThat(of.nanos()).hasSize(3).allSatisfy(nanos -> assertThat(nanos).isPositive());
              assertThat(of.allocated()).hasSize(3).doesNotContain(Double.NaN);
              assertThat(of.switches()).hasSize(3).allSatisfy(switches -> assertThat(switches).isNotNegative());
              assertThat(of.resident()).hasSize(3).allSatisfy(kibi -> assertThat(kibi).isGreaterThan(1024));
            });
  }

  @Test
  void letsSeveralTakeTurnsInOneMachine() throws Exception {
    Bench other = Bench.of(SendReceive.class, "duplicate", "of", "transfer_senders_01");
    List<Contender> both = List.of(new Contender(GOOD, 1), new Contender(other, 2));

    List<Sampled> sampled = new Comparison(List.of(both), LITTLE, logs, false).sample(List.of(0.0, 0.5));

    assertThat(sampled).hasSize(2);
    assertThat(sampled)
        .allSatisfy(
            of -> {
              assertThat(of.iterations()).hasSize(3).allSatisfy(one -> assertThat(one).hasSize(2).isSorted());
              assertThat(of.scores().nanos()).hasSize(3).allSatisfy(nanos -> assertThat(nanos).isPositive());
              assertThat(of.scores().allocated()).hasSize(3).doesNotContain(Double.NaN);
            });
    assertThat(logs.resolve(GOOD.fileName() + ".log")).content().contains("SendReceive.move");
  }

  @Test
  void endsWithALineWhenOneOfThoseInAMachineFails() {
    Bench bad = Bench.of(SendReceive.class, "move", "of", "transfer_nothing_1");
    List<Contender> both = List.of(new Contender(GOOD, 1), new Contender(bad, 1));

    assertThatThrownBy(() -> new Comparison(List.of(both), LITTLE, logs, false).measure())
        .isInstanceOf(MeasurementFailed.class)
        .hasMessage(GOOD.fileName() + " or what takes turns with it failed, see " + logs.resolve("shared.log"));
    assertThat(logs.resolve("SendReceive.move-transfer_nothing_1.log")).content().contains("no row transfer_nothing_1");
  }

  private static List<Contender> alone(Bench bench) {
    return List.of(new Contender(bench, 1));
  }

  @Test
  void timesSingleOperationsOfEach() throws Exception {
    List<Sampled> sampled =
        new Comparison(List.of(alone(GOOD)), LITTLE, logs, false).sample(List.of(0.0, 0.5, 0.99));

    assertThat(sampled).singleElement().satisfies(
        of -> {
          assertThat(of.all()).hasSize(3).isSorted().allSatisfy(nanos -> assertThat(nanos).isPositive());
          assertThat(of.iterations()).hasSize(3).allSatisfy(one -> assertThat(one).hasSize(3).isSorted());
        });
  }

  @Test
  void endsWithALineWhenOneBenchmarkFailsAndLeavesTheOtherNotWaiting() {
    Bench bad = Bench.of(SendReceive.class, "move", "of", "transfer_nothing_1");
    Path log = logs.resolve("SendReceive.move-transfer_nothing_1.log");

    assertThatThrownBy(() -> new Comparison(List.of(alone(GOOD), alone(bad)), LITTLE, logs, false).measure())
        .isInstanceOf(MeasurementFailed.class)
        .hasMessage("SendReceive.move-transfer_nothing_1 failed, see " + log);
    assertThat(log).content().contains("no row transfer_nothing_1");
  }
}
