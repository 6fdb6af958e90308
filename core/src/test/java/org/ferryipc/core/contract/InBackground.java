package org.ferryipc.core.contract;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A call on a thread of its own, watched from outside. */
public final class InBackground<R> {
  // The transports', the receivers', the sets' and the choices' waits, by name: a thread in native code does not show that it waits.
  private static final Set<String> WAITS =
      Set.of("awaitArrival", "awaitBeforeTry", "receiveAsleep", "awaitRoom", "awaitReports", "awaitReady", "takeTurn");
  private static final Duration HANG = Duration.ofSeconds(60);
  private static final Duration BETWEEN_LOOKS = Duration.ofNanos(200_000);

  private final FutureTask<R> call;
  private final Thread thread;
  private volatile long endedAt;

  private InBackground(Thread.Builder builder, Callable<R> call) {
    this.call =
        new FutureTask<>(
            () -> {
              try {
                return call.call();
              } finally {
                endedAt = System.nanoTime();
              }
            });
    this.thread = builder.name("in background").start(this.call);
  }

  public static <R> InBackground<R> start(Callable<R> call) {
    return Kind.PLATFORM.start(call);
  }

  /** Which sort of thread. */
  public enum Kind {
    PLATFORM,
    VIRTUAL;

    public <R> InBackground<R> start(Callable<R> call) {
      return new InBackground<>(this == PLATFORM ? Thread.ofPlatform().daemon() : Thread.ofVirtual(), call);
    }
  }

  /** Returns when the call is in a wait. Fails if it ends instead. */
  public InBackground<R> untilItWaits() {
    long giveUp = System.nanoTime() + HANG.toNanos();
    while (Stream.of(thread.getStackTrace()).noneMatch(frame -> WAITS.contains(frame.getMethodName()))) {
      if (call.isDone()) {
        throw new AssertionError("ended instead of waiting: " + outcome());
      }
      if (System.nanoTime() - giveUp > 0) {
        throw new AssertionError("does not come to wait");
      }
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
    }
    return this;
  }

  public boolean isDone() {
    return call.isDone();
  }

  public void interrupt() {
    thread.interrupt();
  }

  public R result() throws Exception {
    try {
      return call.get(HANG.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("failed in background", e.getCause());
    } catch (TimeoutException e) {
      throw hangs();
    }
  }

  public Throwable failure() throws Exception {
    try {
      R unexpected = call.get(HANG.toMillis(), TimeUnit.MILLISECONDS);
      throw new AssertionError("returned " + unexpected);
    } catch (ExecutionException e) {
      return e.getCause();
    } catch (TimeoutException e) {
      throw hangs();
    }
  }

  /** {@return how long after {@code start} the call ended} */
  public Duration endedAfter(long start) {
    return Duration.ofNanos(endedAt - start);
  }

  private AssertionError hangs() {
    AssertionError hang = new AssertionError("hangs");
    hang.setStackTrace(thread.getStackTrace());
    return hang;
  }

  private String outcome() {
    try {
      return String.valueOf(call.get());
    } catch (ExecutionException | InterruptedException e) {
      return String.valueOf(e);
    }
  }
}
