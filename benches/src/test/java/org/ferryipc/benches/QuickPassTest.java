package org.ferryipc.benches;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.ferryipc.benches.turns.Bench;
import org.ferryipc.benches.turns.Contender;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QuickPassTest {
  private static final Bench ANY = Bench.of(Object.class, "method");

  @Test
  void hasWhatIsMarkedAndTheFirstOfKindsWithALimitOfWhichNoneIs() {
    List<Row> all =
        List.of(
            row("marked_1", 1.5, false),
            row("marked_2", 1.5, true),
            row("free_1", null, false),
            row("held_1", 1.5, false),
            row("held_2", 1.5, false),
            row("many_10000", 1.5, false).withDescriptors(11_000));

    assertThat(QuickPass.of(all).stream().map(Row::name)).containsExactly("marked_2", "held_1");
  }

  @Test
  void keepsLanesAndPlacementsApart() {
    Row lanes = new Row("suite", "held_1", true, Placement.SAME_THREAD, ANY, floors(1.5), null, null, false);

    assertThat(QuickPass.of(List.of(row("held_1", 1.5, true), lanes))).hasSize(2);
  }

  // An estimate: what it takes is up to the machine. Fails when so many kinds were added that the least effort is too much.
  @Test
  void fitsInFiveMinutes() throws Exception {
    Arguments quick = Arguments.of(List.of(), Path.of("target"));

    assertThat(quick.plan().rows()).containsExactlyInAnyOrderElementsOf(QuickPass.of(Rows.ALL));
    assertThat(quick.plan().seconds()).isLessThanOrEqualTo(270);
  }

  // A machine that is slower than planned must not make five minutes six.
  @Test
  void measuresLessOfWhatIsLeftWhereTimeRunsOut() throws Exception {
    Plan quick = Arguments.of(List.of(), Path.of("target")).plan();
    Round last = quick.rounds().getLast();

    assertThat(quick.mostSeconds()).isLessThan(300);
    assertThat(last.within(last.seconds())).isEqualTo(last);
    assertThat(last.within(last.seconds() * 0.95).seconds()).isLessThanOrEqualTo(last.seconds() * 0.95);
    assertThat(last.within(last.seconds() * 0.95).effort().warmups()).isEqualTo(last.effort().warmups());
    assertThat(Arguments.of(List.of("--warmups", "30"), Path.of("target")).plan().mostSeconds()).isInfinite();
  }

  // Half a second of warm-up gave figures of the compiler's work.
  @Test
  void warmsUpForMostOfItsTime() throws Exception {
    Plan quick = Arguments.of(List.of(), Path.of("target")).plan();

    assertThat(quick.rounds())
        .allSatisfy(
            round -> {
              List<List<Contender>> machines = round.machines();
              int longest = machines.getLast().stream().mapToInt(Contender::warmupMillis).max().orElseThrow();
              int rows = round.rows().size();
              assertThat(longest * rows * round.effort().warmups()).as(round.title()).isGreaterThanOrEqualTo(800);
            });
  }

  @Test
  void letsRowsOfAKindShareAMachineWithBareCallsOnly() throws Exception {
    Plan quick =
        Arguments.of(List.of("--quick", "transfer_data_64", "transfer_data_4096", "first_message::lanes"), Path.of("target"))
            .plan();

    assertThat(quick.rounds()).extracting(round -> round.machines().stream().map(List::size).toList())
        .containsExactly(List.of(4), List.of(1, 1));
  }

  @Test
  void measuresASuiteInHalfAnHour() throws Exception {
    for (String suite : Rows.ALL.stream().map(Row::suite).distinct().toList()) {
      Plan plan = Arguments.of(List.of("--suite", suite), Path.of("target")).plan();

      assertThat(plan.seconds()).as(suite).isLessThanOrEqualTo(30 * 60);
    }
  }

  private static Row row(String name, @Nullable Double limit, boolean quick) {
    return new Row("suite", name, false, Placement.SAME_THREAD, ANY, floors(limit), null, null, quick);
  }

  private static List<Row.Floor> floors(@Nullable Double limit) {
    return List.of(new Row.Floor("floor", ANY, limit));
  }
}
