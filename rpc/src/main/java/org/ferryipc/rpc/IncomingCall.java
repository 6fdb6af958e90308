package org.ferryipc.rpc;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.ownership.BriefLock;
import org.ferryipc.core.ownership.FerryLog;
import org.jspecify.annotations.Nullable;

/** A call of the other side. It runs once, on whichever thread comes first, or is dropped. */
final class IncomingCall extends BriefLock implements Runnable, CallTable.Numbered {
  private static final ThreadLocal<@Nullable IncomingCall> CURRENT = new ThreadLocal<>();

  final Frame.Call call;
  final int depth;

  /** Whether it counts as a call in flight. */
  final boolean counted;

  private final Serving serving;
  private final Delivery<Frame> delivery;

  // All under the lock.
  private State state = State.QUEUED;
  private @Nullable Thread thread;
  private @Nullable CompletionStage<?> stage;
  private boolean cancelled;

  // Of the thread that runs it: the call that it runs this one in the midst of.
  private @Nullable IncomingCall outer;

  // Who else may run it; written before anybody is offered it.
  private @Nullable Waiter other;

  private enum State {
    QUEUED,
    RUNNING,
    /** The implementation returned a future, which is not complete. */
    PENDING,
    ENDED
  }

  IncomingCall(Serving serving, Frame.Call call, Delivery<Frame> delivery, int depth, boolean counted) {
    this.serving = serving;
    this.call = call;
    this.delivery = delivery;
    this.depth = depth;
    this.counted = counted;
  }

  /** {@return the call of the other side that this thread runs, or null} */
  static @Nullable IncomingCall current() {
    return CURRENT.get();
  }

  /** {@return how many calls on {@code connection} the calling thread is in the midst of} */
  static int depthOn(Connection connection) {
    int depth = 0;
    for (IncomingCall call = CURRENT.get(); call != null; call = call.outer) {
      if (call.belongsTo(connection)) {
        depth++;
      }
    }
    return depth;
  }

  /** Says that {@code waiter} may run it, or somebody else, whoever comes first. */
  void mayBeRunBy(Waiter waiter) {
    other = waiter;
  }

  // It may be long until who waits comes to it, and there may be any number of calls that others run meanwhile.
  private void leaveQueue() {
    Waiter queue = other;
    if (queue != null) {
      queue.withdraw(this);
    }
  }

  boolean belongsTo(Connection connection) {
    return serving.connection() == connection;
  }

  @Override
  public long number() {
    return call.id();
  }

  MethodPlan plan() {
    return call.forms().plan;
  }

  @Override
  public void run() {
    boolean unused = runIfQueued();
  }

  /** Runs it, unless it ran elsewhere or was dropped. {@return whether it did} */
  boolean runIfQueued() {
    lock();
    try {
      if (state != State.QUEUED) {
        return false;
      }
      state = State.RUNNING;
      thread = Thread.currentThread();
    } finally {
      unlock();
    }
    leaveQueue();
    // From here on the handles in the arguments are the implementation's.
    var unused = delivery.keep();
    outer = CURRENT.get();
    CURRENT.set(this);
    @Nullable Object value = null;
    @Nullable Throwable thrown = null;
    try {
      value = plan().invoke(java.util.Objects.requireNonNull(call.target()).object, call.arguments());
    } catch (Throwable t) {
      thrown = t;
    } finally {
      CURRENT.set(outer);
    }
    if (thrown == null && value instanceof CompletionStage<?> later && plan().async) {
      pend(later);
    } else {
      returned(value, thrown);
    }
    return true;
  }

  private void pend(CompletionStage<?> later) {
    boolean cancelNow;
    lock();
    try {
      letGoOfThread();
      state = State.PENDING;
      stage = later;
      cancelNow = cancelled;
    } finally {
      unlock();
    }
    if (cancelNow) {
      cancelStage(later);
    }
    if (serving.connection().isOver()) {
      abandon(); // whoever ended the connection came before there was anything to abandon
    }
    var unused =
        later.whenComplete(
            (value, failed) ->
                returned(value, failed instanceof java.util.concurrent.CompletionException e && e.getCause() != null
                    ? e.getCause()
                    : failed));
  }

  private void returned(@Nullable Object value, @Nullable Throwable thrown) {
    boolean byUs;
    boolean late = false;
    lock();
    try {
      letGoOfThread();
      if (state == State.ENDED) {
        late = true;
      }
      state = State.ENDED;
      byUs = cancelled;
    } finally {
      unlock();
    }
    if (late) {
      serving.letGo(call.forms().result, value);
    } else if (thrown == null) {
      serving.answer(this, value);
    } else if (byUs) {
      serving.fail(this, Fault.of(Fault.Kind.INTERRUPTED, "cancelled"));
    } else {
      serving.fail(this, Fault.thrown(thrown));
    }
  }

  // The interrupt was meant for this call alone: the next one on this thread must not see it.
  private void letGoOfThread() {
    if (cancelled && thread == Thread.currentThread()) {
      boolean unused = Thread.interrupted();
    }
    thread = null;
  }

  /** Drops the call and answers it so, if it has not begun. {@return whether it had not} */
  boolean refuse(Fault fault) {
    lock();
    try {
      if (state != State.QUEUED) {
        return false;
      }
      state = State.ENDED;
    } finally {
      unlock();
    }
    leaveQueue();
    drop();
    serving.fail(this, fault);
    return true;
  }

  /** Drops the call if it has not begun, else interrupts it. */
  void cancel() {
    if (refuse(Fault.of(Fault.Kind.CANCELLED, "cancelled before it began"))) {
      return;
    }
    CompletionStage<?> pending;
    lock();
    try {
      cancelled = state != State.ENDED;
      if (thread != null) {
        thread.interrupt();
      }
      pending = state == State.PENDING ? stage : null;
    } finally {
      unlock();
    }
    if (pending != null) {
      cancelStage(pending);
    }
  }

  // What depends on the future is the program's code and may take its time; the thread that cancels may be the one that
  // receives.
  private static void cancelStage(CompletionStage<?> stage) {
    if (stage instanceof Future<?> future) {
      Thread.ofVirtual().name("ferry-rpc-cancel").start(() -> cancel(future));
    }
  }

  // It may be one that nobody can cancel; CompletableFuture.minimalCompletionStage() says so by an exception.
  private static void cancel(Future<?> future) {
    try {
      future.cancel(true);
    } catch (RuntimeException | Error refused) {
      FerryLog.log(System.Logger.Level.DEBUG, "a future cannot be cancelled", refused);
    }
  }

  /** Waits no more for a future that could not be cancelled; what it brings later is let go. */
  void abandon() {
    lock();
    try {
      if (state != State.PENDING) {
        return;
      }
      state = State.ENDED;
    } finally {
      unlock();
    }
    serving.abandoned(this);
  }

  /** Lets go of what came with a call that will not run. */
  void drop() {
    call.cargo().drop();
    delivery.close();
  }
}
