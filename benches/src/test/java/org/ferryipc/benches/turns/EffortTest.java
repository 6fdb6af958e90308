package org.ferryipc.benches.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class EffortTest {
  private static final Effort FULL = new Effort(3, 15, 20, 100);

  @Test
  void staysWhatItIsWhereThereIsTime() {
    assertThat(FULL.within(60, pairs(2))).isEqualTo(FULL);
  }

  @Test
  void leavesOutMachinesFirstThenIterations() {
    assertThat(FULL.within(220, pairs(10))).isEqualTo(new Effort(2, 15, 20, 100));
    Effort little = FULL.within(200, pairs(40));
    assertThat(little.forks()).isEqualTo(1);
    assertThat(little.iterations()).isBetween(8, 19);
    assertThat(little.seconds(pairs(40))).isLessThanOrEqualTo(200);
  }

  @Test
  void isNeverNothing() {
    assertThat(FULL.within(1, pairs(1000))).isEqualTo(new Effort(1, 6, 8, 40));
  }

  @Test
  void takesIntoAccountThatOthersStartProcessesOfTheirOwn() {
    List<Players> partners = Collections.nCopies(20, new Players(2, true));

    assertThat(FULL.seconds(partners)).isGreaterThan(FULL.seconds(pairs(20)) + 60);
    assertThat(FULL.within(200, partners).iterations()).isLessThan(FULL.within(200, pairs(20)).iterations());
  }

  private static List<Players> pairs(int rows) {
    return Collections.nCopies(rows, new Players(2, false));
  }
}
