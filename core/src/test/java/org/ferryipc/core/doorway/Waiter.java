package org.ferryipc.core.doorway;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A call on a thread of its own that is expected to wait. */
public final class Waiter {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  // A thread that could run would have been given some time of a busy machine in this.
  private static final Duration LONG_FOR_A_RUNNING_THREAD = Duration.ofMillis(200);

  private final CompletableFuture<Object> outcome = new CompletableFuture<>();
  private final Thread thread;

  private Waiter(Callable<?> call) {
    thread =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    outcome.complete(call.call());
                  } catch (Throwable failure) {
                    outcome.completeExceptionally(failure);
                  }
                });
  }

  /** {@return a call that runs now} */
  public static Waiter start(Callable<?> call) {
    return new Waiter(call);
  }

  /** Returns when the call's thread is parked, or sits in a native call without using its CPU. */
  public void awaitWaiting() {
    long giveUp = System.nanoTime() + LIMIT.toNanos();
    long idleSince = System.nanoTime();
    long used = usedNanos();
    while (thread.getState() != Thread.State.WAITING
        && thread.getState() != Thread.State.TIMED_WAITING
        && System.nanoTime() - idleSince < LONG_FOR_A_RUNNING_THREAD.toNanos()) {
      if (outcome.isDone()) {
        throw new AssertionError("the call did not wait: " + outcome);
      }
      if (System.nanoTime() - giveUp > 0) {
        throw new AssertionError("the call neither waits nor ends");
      }
      if (usedNanos() != used) {
        used = usedNanos();
        idleSince = System.nanoTime();
      }
      Thread.onSpinWait();
    }
  }

  private long usedNanos() {
    return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.threadId());
  }

  /** Interrupts the call. */
  public void interrupt() {
    thread.interrupt();
  }

  /** {@return what the call throws} */
  public Throwable failure() throws InterruptedException, TimeoutException {
    try {
      Object value = outcome.get(LIMIT.toNanos(), TimeUnit.NANOSECONDS);
      throw new AssertionError("the call ended with " + value);
    } catch (ExecutionException e) {
      return e.getCause();
    }
  }
}
