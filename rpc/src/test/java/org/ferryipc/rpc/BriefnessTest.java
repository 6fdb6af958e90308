package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which methods are run by the thread that receives. */
class BriefnessTest {
  private static final long EARNED_NANOS = 20_000;
  private static final long LONG = 1_000_000_000_000L;

  private final Briefness briefness = new Briefness(EARNED_NANOS);

  private int callsUntilLikely(long nanos) {
    int calls = 0;
    while (!briefness.isLikely()) {
      briefness.took(nanos);
      calls++;
      assertThat(calls).as("never taken for brief").isLessThan(10_000);
    }
    return calls;
  }

  @Test
  void onlyManyBriefCallsMakeAMethodABriefOne() {
    assertThat(callsUntilLikely(1_000)).isGreaterThan(50);
  }

  @Test
  void oneThatWaitsEndsItForSome() {
    for (int i = 0; i < 100_000; i++) {
      briefness.took(0);
    }
    briefness.took(LONG);
    assertThat(callsUntilLikely(0)).isGreaterThan(20);
  }

  @Test
  void whatSometimesWaitsIsWaitedForNoLongerThanHandOversWouldHaveTaken() {
    int calls = 1_000_000;
    long waited = 0;
    for (int i = 0; i < calls; i++) {
      boolean here = briefness.isLikely();
      boolean waits = i % 120 == 119;
      briefness.took(waits ? LONG : 1_000);
      waited += here && waits ? Briefness.LONGEST_NANOS : 0;
    }
    assertThat(waited).isPositive().isLessThanOrEqualTo(calls * EARNED_NANOS);
  }

  @Test
  void oneThatTakesLongerThanAHandOverIsNeverABriefOne() {
    for (int i = 0; i < 100_000; i++) {
      briefness.took(EARNED_NANOS + 1_000);
      assertThat(briefness.isLikely()).isFalse();
    }
  }
}
