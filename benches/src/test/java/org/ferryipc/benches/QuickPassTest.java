package org.ferryipc.benches;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.ferryipc.benches.turns.Bench;
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

    assertThat(quick.rows()).isEqualTo(QuickPass.of(Rows.ALL));
    assertThat(quick.effort().seconds(Arguments.sets(quick.rows()))).isLessThanOrEqualTo(270);
  }

  private static Row row(String name, @Nullable Double limit, boolean quick) {
    return new Row("suite", name, false, Placement.SAME_THREAD, ANY, floors(limit), null, null, quick);
  }

  private static List<Row.Floor> floors(@Nullable Double limit) {
    return List.of(new Row.Floor("floor", ANY, limit));
  }
}
