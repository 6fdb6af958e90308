package org.ferryipc.core.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** Two and three threads do everything that can be done to a handle, in every order. */
class EveryOrderOfEventsTest {

  @Test
  void aResourceIsReleasedOnceOrMovedAndNeverUnderACall() throws Exception {
    // On a thread of its own, because half of all steps are refused, and an exception costs what its stack is deep.
    FutureTask<Long> trial = new FutureTask<>(EveryOrderOfEventsTest::tryAll);
    Thread.ofPlatform().name("orders").start(trial);
    // If fewer, a program has lost its steps or the choices no longer branch.
    assertThat(trial.get()).isGreaterThan(300_000);
  }

  private static long tryAll() {
    Program[] all = Program.values();
    long orders = 0;
    for (int a = 0; a < all.length; a++) {
      for (int b = a; b < all.length; b++) {
        orders += ordersOf(List.of(all[a], all[b]));
        for (int c = b; c < all.length; c++) {
          orders += ordersOf(List.of(all[a], all[b], all[c]));
        }
      }
    }
    return orders;
  }

  private static long ordersOf(List<Program> programs) {
    Choices choices = new Choices();
    long orders = 0;
    do {
      new Interleaving(programs, choices).run();
      orders++;
    } while (choices.advance());
    return orders;
  }
}
