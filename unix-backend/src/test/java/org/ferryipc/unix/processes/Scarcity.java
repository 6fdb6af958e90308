package org.ferryipc.unix.processes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.leak.OpenDescriptors;

/**
 * Makes a call with no descriptor number to spare, then with one, then with two, until it succeeds: so each point at which it
 * needs one is reached once without. For processes of their own, with a low limit.
 */
public final class Scarcity {
  private static final int MOST = 20;
  private static final int WARM_UPS = 3; // what a first use loads, and what the process keeps then, needs numbers
  private static final Duration PATIENCE = Duration.ofSeconds(5); // for numbers that another thread gives back
  private static final Duration LOOK_AGAIN = Duration.ofMillis(2);

  private Scarcity() {}

  /** Prepares a call, with numbers enough. */
  @FunctionalInterface
  public interface Making<F extends AutoCloseable> {
    F make() throws Exception;
  }

  /** The call. */
  @FunctionalInterface
  public interface Use<F> {
    void on(F fixture) throws Exception;
  }

  /** A call that needs no preparation. */
  @FunctionalInterface
  public interface Call {
    void run() throws Exception;
  }

  /** As the other, for a call that needs no preparation. */
  public static int needs(String what, Call call) throws Exception {
    return needs(what, () -> () -> {}, nothing -> call.run());
  }

  /**
   * {@return with how many numbers to spare the call succeeds}; with fewer it has failed typed, and left nothing behind
   *
   * @param call does not fail when it says no
   */
  public static <F extends AutoCloseable> int needs(String what, Making<F> making, Use<? super F> call) throws Exception {
    for (int i = 0; i < WARM_UPS; i++) {
      try (F fixture = making.make()) {
        call.on(fixture);
      }
    }
    for (int free = 0; free <= MOST; free++) {
      if (succeeds(what, making, call, free)) {
        System.out.println(what + ": " + free);
        return free;
      }
    }
    throw new AssertionError(what + " fails with " + MOST + " numbers to spare");
  }

  private static <F extends AutoCloseable> boolean succeeds(
      String what, Making<F> making, Use<? super F> call, int free) throws Exception {
    OpenDescriptors before = OpenDescriptors.now();
    boolean done = false;
    try (F fixture = making.make();
        Hoard hoard = new Hoard()) {
      hoard.fill();
      for (int i = 0; i < free; i++) {
        hoard.giveLowest();
      }
      call.on(fixture);
      done = true;
    } catch (ResourceExhaustedException e) {
      assertThat(e.errno()).as("%s with %d to spare: %s", what, free, e).isEqualTo("EMFILE");
    } catch (Exception | Error e) {
      throw new AssertionError(what + " with " + free + " numbers to spare", e);
    }
    awaitAsBefore(what, free, before);
    return done;
  }

  private static void awaitAsBefore(String what, int free, OpenDescriptors before) {
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    OpenDescriptors now = OpenDescriptors.now();
    while (now.owned() != before.owned() && System.nanoTime() - giveUp < 0) {
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
      now = OpenDescriptors.now();
    }
    assertThat(now.owned()).as("%s with %d to spare; new: %s", what, free, now.since(before)).isEqualTo(before.owned());
  }
}
