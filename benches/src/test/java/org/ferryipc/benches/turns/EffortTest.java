package org.ferryipc.benches.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class EffortTest {
  private static final Effort FULL = new Effort(3, 15, 20, 100);

  @Test
  void staysWhatItIsWhereThereIsTime() {
    assertThat(FULL.within(60, List.of(2, 2))).isEqualTo(FULL);
  }

  @Test
  void leavesOutMachinesFirstThenIterations() {
    assertThat(FULL.within(200, pairs(10))).isEqualTo(new Effort(2, 15, 20, 100));
    Effort little = FULL.within(200, pairs(40));
    assertThat(little.forks()).isEqualTo(1);
    assertThat(little.iterations()).isBetween(8, 19);
    assertThat(little.seconds(pairs(40))).isLessThanOrEqualTo(200);
  }

  @Test
  void isNeverNothing() {
    assertThat(FULL.within(1, pairs(1000))).isEqualTo(new Effort(1, 6, 8, 40));
  }

  private static List<Integer> pairs(int rows) {
    return Collections.nCopies(rows, 2);
  }
}
