package org.ferryipc.unix.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When a thread looks before it sleeps, and when it only sleeps; counted, since times are the machine's. */
class AdaptiveSpinTest {
  private static final long WINDOW = TimeUnit.MICROSECONDS.toNanos(1);

  private final AdaptiveSpin spin = new AdaptiveSpin(WINDOW);
  private int looks;

  /** {@return whether anybody looked} */
  private boolean waitInVain() {
    int before = looks;
    assertThat(spin.look(() -> ++looks < 0)).isFalse();
    return looks > before;
  }

  private int inVain(int waits) {
    int looked = 0;
    for (int i = 0; i < waits; i++) {
      looked += waitInVain() ? 1 : 0;
    }
    return looked;
  }

  private static void needsTwoProcessors() {
    assumeThat(Runtime.getRuntime().availableProcessors()).isGreaterThan(1);
  }

  @Test
  void whereLookingNeverPaysItTakesAHundredNanosecondsOfEachSleep() {
    needsTwoProcessors();
    int first = inVain(10);
    assertThat(first).as("of the first ten").isBetween(1, 5);
    assertThat(inVain(10_000)).as("windows of 1 µs in 10,000 waits").isBetween(900, 1_100);
  }

  @Test
  void whoFindsSomethingGoesOnLookingThoughSomeLooksAreInVain() {
    needsTwoProcessors();
    assertThat(inVain(100)).isPositive();
    for (int i = 0; i < 100; i++) { // at least one of these looks, and is answered; from then on all do
      boolean unused = spin.look(() -> true);
    }
    assertThat(inVain(10)).as("in vain in a row, among those that pay").isEqualTo(10);
    assertThat(spin.look(() -> true)).isTrue();
  }

  @Test
  void aLookThatFindsSomethingEndsAtOnce() {
    needsTwoProcessors();
    assertThat(spin.look(() -> ++looks == 3)).isTrue();
    assertThat(looks).isEqualTo(3);
  }

  @Test
  void aVirtualThreadNeverLooks() throws Exception {
    Thread waiting = Thread.ofVirtual().start(() -> assertThat(waitInVain()).isFalse());
    waiting.join();
    assertThat(looks).isZero();
  }
}
