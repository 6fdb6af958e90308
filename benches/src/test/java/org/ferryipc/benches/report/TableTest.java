package org.ferryipc.benches.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

  @Test
  void putsNumbersUnderOneAnotherAndVerdictsBesideThem() {
    Line within =
        new Line(
            "suite",
            "short",
            "floor::short",
            new Judged(new Estimate(2345.6, 2300, 2400), null),
            new Estimate(2000, 1900, 2100),
            new Judged(new Estimate(1.17, 1.15, 1.19), 1.2),
            new Judged(new Estimate(0.2, 0, 1), 1.0));
    Line beyond =
        new Line(
            "suite",
            "a_longer_name",
            "floor",
            new Judged(new Estimate(1_234_567, 1, 2), null),
            new Estimate(9, 8, 10),
            new Judged(new Estimate(2, 1.5, 2.5), 1.2),
            new Judged(new Estimate(64, 64, 64), null));

    assertThat(Table.of(List.of(within, beyond), List.of(new Gap("short", "other", "no handles"))))
        .containsExactly(
            "row            floor            row ns  floor ns  ratio     interval   limit        B/op  limit",
            "short          floor::short      2,346     2,000   1.17  1.15 – 1.19  ≤ 1.20  ok     0.2    ≤ 1  ok?",
            "a_longer_name  floor         1,234,567         9   2.00  1.50 – 2.50  ≤ 1.20  MISS  64.0",
            "short          other                                      no handles");
  }

  @Test
  void putsALimitInTimeBesideTheTime() {
    Judged free = new Judged(new Estimate(1, 1, 1), null);
    Line slow =
        new Line("suite", "slow", "floor", new Judged(new Estimate(2e9, 2e9, 2e9), 1e9), free.estimate(), free, free);

    assertThat(Table.of(List.of(slow), List.of()).getLast()).contains("2,000,000,000 ≤ 1,000,000,000 MISS");
    assertThat(slow.holds()).isFalse();
  }
}
