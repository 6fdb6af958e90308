package org.ferryipc.benches.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class EffortTest {
  private static final Effort FULL = new Effort(3, 15, 100, 20, 100);

  @Test
  void staysWhatItIsWhereThereIsTime() {
    assertThat(FULL.within(100, pairs(2))).isEqualTo(FULL);
  }

  @Test
  void leavesOutMachinesFirstThenIterationsThatCount() {
    assertThat(FULL.within(230, pairs(10))).isEqualTo(new Effort(2, 15, 100, 20, 100));
    Effort little = FULL.within(300, pairs(40));
    assertThat(little.forks()).isEqualTo(1);
    assertThat(little.iterations()).isBetween(8, 19);
    assertThat(little.warmups()).isEqualTo(15);
    assertThat(little.seconds(pairs(40))).isLessThanOrEqualTo(300);
  }

  @Test
  void warmsUpLessOnlyWhenNothingElseIsLeft() {
    Effort little = FULL.within(200, pairs(40));
    assertThat(little.warmups()).isBetween(5, 14);
    assertThat(little.iterations()).isEqualTo(8);
    assertThat(little.millis()).isEqualTo(40);
  }

  @Test
  void isNeverNothing() {
    assertThat(FULL.within(1, pairs(1000))).isEqualTo(new Effort(1, 5, 100, 8, 40));
  }

  @Test
  void takesIntoAccountThatOthersStartProcessesOfTheirOwn() {
    List<Players> partners = Collections.nCopies(20, new Players(2, List.of(3.0, 3.0), 1.1));

    assertThat(FULL.seconds(partners)).isGreaterThan(FULL.seconds(pairs(20)) + 60);
    assertThat(FULL.within(250, partners).iterations()).isLessThan(FULL.within(250, pairs(20)).iterations());
  }

  private static List<Players> pairs(int rows) {
    return Collections.nCopies(rows, new Players(2, List.of(1.0, 1.0), 0.2));
  }
}
