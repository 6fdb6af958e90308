package org.ferryipc.unix.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When a sender with AUTO makes a lane, by a clock that goes when it is told to. */
class LaneWorthTest {
  private static final int ENOUGH = 120;

  private long now = Long.MAX_VALUE - 1_000; // it may turn over
  private final LaneWorth worth = new LaneWorth(() -> now);

  private void pass(Duration time) {
    now += time.toNanos();
  }

  private boolean isWorthOnceIn(int messages) {
    boolean ever = false;
    for (int i = 0; i < messages; i++) {
      ever |= worth.isWorth();
    }
    return ever;
  }

  @Test
  void aLaneIsMadeForManyMessagesInAShortTime() {
    assertThat(isWorthOnceIn(ENOUGH - 1)).isFalse();
    assertThat(worth.isWorth()).isTrue();
  }

  @Test
  void noLaneIsMadeForManyMessagesInALongTime() {
    for (int i = 0; i < 10 * ENOUGH; i++) {
      assertThat(worth.isWorth()).isFalse();
      pass(Duration.ofMillis(5));
    }
  }

  @Test
  void whatWasRefusedIsTriedAgainAfterAPauseThatDoublesUpToSomeSeconds() {
    long pause = 100;
    for (int i = 0; i < 10; i++) {
      worth.pause();
      pass(Duration.ofMillis(pause - 1));
      assertThat(isWorthOnceIn(10 * ENOUGH)).as("%d ms", pause).isFalse();
      pass(Duration.ofMillis(1));
      assertThat(isWorthOnceIn(ENOUGH)).as("%d ms", pause).isTrue();
      pause = Math.min(2 * pause, 3_200);
    }
  }

  @Test
  void theNextPauseIsShortIfALaneWasTakenBetween() {
    worth.pause();
    worth.pause();
    worth.taken();
    worth.pause();
    pass(Duration.ofMillis(100));
    assertThat(isWorthOnceIn(ENOUGH)).isTrue();
  }
}
