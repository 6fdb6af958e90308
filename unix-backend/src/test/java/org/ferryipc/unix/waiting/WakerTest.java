package org.ferryipc.unix.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Poll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WakerTest {
  private static final int ROUNDS = 3_000;
  // The wake is made to meet each moment of the giving back, which takes about as long as so many spins.
  private static final int DELAYS = 128;

  private final AtomicInteger round = new AtomicInteger();
  private final AtomicInteger woken = new AtomicInteger();
  private final AtomicReference<Waker> target = new AtomicReference<>();

  /** A wake is late when the wait has ended by something else meanwhile: its waker may be somebody else's then. */
  @Test
  void aLateWakeEndsOneLaterWaitAndNotAllOfThem() throws Exception {
    Thread other = Thread.ofPlatform().start(this::wakeOnceEachRound);
    try {
      for (int i = 1; i <= ROUNDS; i++) {
        Waker waker = borrow();
        target.set(waker);
        round.set(i);
        spin(i % DELAYS);
        waker.giveBack();
        for (int spins = 0; woken.get() < i; spins++) {
          rest(spins);
        }
        boolean unused = wait(waker);
        assertThat(wait(waker)).as("the second wait after round %d ends for no reason", i).isFalse();
      }
    } finally {
      round.set(ROUNDS + 1);
      other.join();
    }
  }

  private void wakeOnceEachRound() {
    for (int i = 1; i <= ROUNDS; i++) {
      for (int spins = 0; round.get() < i; spins++) {
        rest(spins);
      }
      if (round.get() > ROUNDS) {
        return;
      }
      spin(DELAYS / 2);
      target.get().wake();
      woken.set(i);
    }
  }

  /** {@return whether a wait that nobody is to end was ended} */
  private static boolean wait(Waker expected) throws KernelException {
    Waker waker = borrow();
    assertThat(waker).as("the waker that was given back last is lent first").isSameAs(expected);
    try {
      return Poll.woken(waker.poll(Poll.NONE, Poll.IN, 0));
    } finally {
      waker.giveBack();
    }
  }

  private static Waker borrow() {
    return Objects.requireNonNull(Waker.borrow());
  }

  private static void rest(int spins) {
    if (spins < DELAYS) {
      Thread.onSpinWait();
    } else {
      Thread.yield(); // the other thread has no processor
    }
  }

  private static void spin(int times) {
    for (int i = 0; i < times; i++) {
      Thread.onSpinWait();
    }
  }
}
