package org.ferryipc.rpc;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ferryipc.core.ownership.Tether;
import org.ferryipc.core.transport.Deadline;
import org.jspecify.annotations.Nullable;

/**
 * The future of a call. Cancelling it cancels the call on the other side. A thread that waits in {@code get} or {@code
 * join} runs the calls made on behalf of this one, as the caller of an ordinary method does.
 *
 * <p>What depends on it runs on a virtual thread, never on the one that receives: the program's code may wait for an
 * answer.
 */
final class CallFuture extends CompletableFuture<@Nullable Object> {
  private static final ScheduledThreadPoolExecutor CLOCK = clock();

  private final Connection connection;
  private final AtomicBoolean helped = new AtomicBoolean();
  private volatile @Nullable OutgoingCall call;
  private volatile @Nullable Future<?> timer;

  // Never read: as long as the call is under way, the net must not see its proxy as lost.
  @SuppressWarnings("unused")
  private @Nullable Tether tether;

  CallFuture(Connection connection) {
    this.connection = connection;
  }

  private static ScheduledThreadPoolExecutor clock() {
    ScheduledThreadPoolExecutor made =
        new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("ferry-rpc-clock").factory());
    made.setRemoveOnCancelPolicy(true);
    return made;
  }

  /** Begins to count the time of a call that was sent. */
  void sent(OutgoingCall of, Deadline deadline, Runnable late) {
    call = of;
    if (deadline.bounded()) {
      timer = CLOCK.schedule(late, deadline.remainingNanos(), TimeUnit.NANOSECONDS);
    }
    if (isDone()) {
      stopTimer(); // it was answered or completed meanwhile
      letGo();
    }
  }

  /** Keeps the proxy that was called from being taken for lost. */
  void keep(Tether ofProxy) {
    tether = ofProxy;
  }

  private void stopTimer() {
    Future<?> running = timer;
    if (running != null) {
      running.cancel(false);
    }
  }

  void settle(OutgoingCall.Outcome how) {
    stopTimer();
    if (how == OutgoingCall.Outcome.GivenUp.INSTANCE) {
      return; // it was cancelled, and is complete
    }
    Thread.ofVirtual().name("ferry-rpc-result").start(() -> settleNow(how));
  }

  private void settleNow(OutgoingCall.Outcome how) {
    switch (how) {
      case OutgoingCall.Outcome.Answered answer -> {
        if (complete(answer.value())) {
          var unused = answer.delivery().keep();
        } else {
          answer.drop();
        }
      }
      case OutgoingCall.Outcome.Broken(var failure) -> completeExceptionally(failure.get());
      case OutgoingCall.Outcome.GivenUp none -> {}
    }
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean cancelled = super.cancel(mayInterruptIfRunning);
    letGo();
    return cancelled;
  }

  @Override
  public boolean complete(@Nullable Object value) {
    boolean completed = super.complete(value);
    letGo();
    return completed;
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    boolean completed = super.completeExceptionally(failure);
    letGo();
    return completed;
  }

  // Who completes the future by himself does not wait for the answer any more; if this is the answer, nothing happens.
  private void letGo() {
    OutgoingCall of = call;
    if (of != null) {
      connection.giveUp(of);
    }
  }

  /** {@return whether a thread waits in one of the methods here} */
  boolean isHelped() {
    return helped.get();
  }

  private void help(Deadline deadline) throws InterruptedException {
    OutgoingCall of = call;
    if (of != null && !isDone() && !deadline.passed() && helped.compareAndSet(false, true)) {
      try {
        boolean unused = connection.pump().await(of, deadline);
      } finally {
        helped.set(false);
      }
    }
  }

  @Override
  public @Nullable Object get() throws InterruptedException, ExecutionException {
    help(Deadline.NEVER);
    return super.get();
  }

  @Override
  public @Nullable Object get(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    Deadline deadline = Deadline.after(Duration.ofNanos(unit.toNanos(timeout)));
    help(deadline);
    return super.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public @Nullable Object join() {
    boolean interrupted = false;
    boolean helping = true;
    while (helping) {
      try {
        help(Deadline.NEVER);
        helping = false;
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return super.join();
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new CompletableFuture<>();
  }
}
