package org.ferryipc.rpc;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.ferryipc.core.failure.CallFailedException;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.PeerText;
import org.jspecify.annotations.Nullable;

/** The calls of this side: sends them, waits for their answers, and says of each that has none why. */
final class Calling {
  private final Connection connection;
  private final RpcOptions options;
  private final InFlight inFlight;
  private final AtomicLong lastId = new AtomicLong();
  private final CopyOnWriteArrayList<Waiter> newcomers = new CopyOnWriteArrayList<>();

  private final MethodNumbers numbers = new MethodNumbers();
  private volatile @Nullable String leaving;

  Calling(Connection connection, RpcOptions options) {
    this.connection = connection;
    this.options = options;
    this.inFlight = new InFlight(connection.pump(), options.callsInFlight());
  }

  /**
   * Calls a method.
   *
   * @return the result; a future if the method returns one
   * @throws Throwable as the method may
   */
  @SuppressWarnings("FutureReturnValueIgnored") // the proxy's caller gets it, or its method returns none
  @Nullable Object call(long object, InterfacePlan type, MethodPlan plan, @Nullable Object[] arguments, Duration limit)
      throws Throwable {
    return plan.async
        ? callLater(object, type, plan, arguments, limit)
        : callAndWait(object, type, plan, arguments, limit);
  }

  private CompletableFuture<@Nullable Object> callLater(
      long object, InterfacePlan type, MethodPlan plan, @Nullable Object[] arguments, Duration limit) {
    CallFuture future = new CallFuture(connection);
    try {
      Deadline deadline = Deadline.after(limit);
      OutgoingCall call = send(object, type, plan, arguments, deadline, limit, future);
      future.sent(call, deadline, () -> late(call, limit));
      connection.pump().someoneShouldReceive();
    } catch (RpcException failed) {
      future.completeExceptionally(failed);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      future.completeExceptionally(new RpcException.Cancelled(plan + ": interrupted before it was sent", false));
    }
    return future;
  }

  private @Nullable Object callAndWait(
      long object, InterfacePlan type, MethodPlan plan, @Nullable Object[] arguments, Duration limit) throws Throwable {
    boolean sent = false;
    try {
      Deadline deadline = Deadline.after(limit);
      OutgoingCall call = send(object, type, plan, arguments, deadline, limit, null);
      if (plan.oneWay) {
        return null;
      }
      sent = true;
      return await(call, deadline, limit);
    } catch (RpcException failed) {
      throw asDeclared(plan, failed);
    } catch (InterruptedException e) {
      RpcException.Cancelled cancelled =
          new RpcException.Cancelled(plan + (sent ? ": interrupted" : ": interrupted before it was sent"), sent);
      if (plan.throwsInterrupted) {
        e.addSuppressed(cancelled);
        throw e;
      }
      Thread.currentThread().interrupt();
      throw asDeclared(plan, cancelled);
    }
  }

  private static Exception asDeclared(MethodPlan plan, RpcException failed) {
    return plan.throwsIo ? new CallFailedException(String.valueOf(failed.getMessage()), failed) : failed;
  }

  private OutgoingCall send(
      long object,
      InterfacePlan type,
      MethodPlan plan,
      @Nullable Object[] arguments,
      Deadline deadline,
      Duration limit,
      @Nullable CallFuture future)
      throws InterruptedException {
    awaitHello(plan, deadline, limit);
    int number = numbers.of(type, plan);
    IncomingCall current = IncomingCall.current();
    boolean nested = current != null && current.belongsTo(connection);
    if (!nested) {
      enter(plan, deadline, limit);
    }
    OutgoingCall call = null;
    boolean sent = false;
    try {
      refuseIfLeaving(plan, nested);
      MethodForms forms = forms(plan);
      Cargo cargo = new Cargo();
      int depth = current == null ? 0 : current.depth;
      call = new OutgoingCall(lastId.incrementAndGet(), forms, cargo, depth, !nested, future);
      if (!plan.oneWay) {
        connection.calls().put(call);
      }
      long within = nested ? Objects.requireNonNull(current).call.id() : 0;
      push(
          new Frame.Call(call.id, within, object, number, plan.oneWay, forms, arguments, cargo, null),
          deadline,
          limit);
      sent = true;
      return call;
    } finally {
      // Who took the call out of the table has given its place back.
      if (!sent && (call == null || plan.oneWay || connection.calls().remove(call)) && !nested) {
        freeOne();
      }
      if (!sent && call != null) {
        call.unsent();
      }
    }
  }

  private MethodForms forms(MethodPlan plan) {
    try {
      return connection.forms().of(plan);
    } catch (SerializationException never) {
      throw new RpcException.BadArgument(String.valueOf(never.getMessage()), never);
    }
  }

  private void awaitHello(MethodPlan plan, Deadline deadline, Duration limit) throws InterruptedException {
    if (connection.hello() == null && !awaitHello(deadline)) {
      throw new RpcException.TimedOut(
          plan + ": the other side has not said hello within " + limit, limit, false);
    }
    if (connection.isOver()) {
      throw gone(plan);
    }
  }

  /** {@return whether the other side has said hello, or the connection has ended, before the deadline} */
  boolean awaitHello(Deadline deadline) throws InterruptedException {
    Waiter newcomer =
        new Waiter() {
          @Override
          boolean isDone() {
            return connection.hello() != null || connection.isOver();
          }
        };
    newcomers.add(newcomer);
    try {
      return connection.pump().await(newcomer, deadline);
    } finally {
      newcomers.remove(newcomer);
    }
  }

  void greeted(Frame.Hello hello) throws SerializationException {
    learn(hello.tables());
    inFlight.restrictTo(hello.callsInFlight());
  }

  void learn(Map<String, List<String>> fresh) throws SerializationException {
    numbers.learn(fresh);
  }

  void wakeNewcomers() {
    newcomers.forEach(Waiter::wake);
  }

  private void enter(MethodPlan plan, Deadline deadline, Duration limit) throws InterruptedException {
    if (inFlight.tryEnter()) {
      return;
    }
    if (options.whenFull() == WhenFull.FAIL) {
      throw new RpcException.LimitReached(plan + ": as many calls are in flight as may be", null);
    }
    if (!inFlight.enter(deadline)) {
      throw new RpcException.TimedOut(plan + ": too many calls were in flight for " + limit, limit, false);
    }
  }

  private void refuseIfLeaving(MethodPlan plan, boolean nested) {
    if (connection.isOver()) {
      throw gone(plan);
    }
    String farewell = leaving;
    if (farewell != null && !nested) {
      throw new RpcException.ServerGone(
          plan + ": the other side is shutting down" + (farewell.isEmpty() ? "" : ": " + farewell),
          Fault.goodbye(farewell));
    }
  }

  private RpcException gone(MethodPlan plan) {
    Ending how = connection.over();
    String text = plan + ": the connection is over: " + how.text();
    return how.here() ? new RpcException.NotDelivered(text, null) : new RpcException.ServerGone(text, how.reason());
  }

  private void push(Frame.Call frame, Deadline deadline, Duration limit) throws InterruptedException {
    MethodPlan plan = frame.forms().plan;
    boolean sent = false;
    try {
      sent = connection.wire().trySend(frame, Deadline.AT_ONCE);
      while (!sent && !deadline.passed()) {
        sent = connection.wire().trySend(frame, deadline);
      }
    } catch (DisconnectedException e) {
      throw new RpcException.ServerGone(plan + ": " + e.getMessage(), e.reason());
    } catch (SerializationException e) {
      throw new RpcException.BadArgument(plan + ": " + e.getMessage(), e);
    } catch (LimitExceededException e) {
      throw new RpcException.LimitReached(plan + ": " + e.getMessage(), e);
    } catch (IpcException e) {
      throw new RpcException.NotDelivered(plan + ": " + e.getMessage(), e);
    } catch (HandleStateException e) {
      if (connection.isOver()) {
        throw gone(plan);
      }
      throw e; // of an argument
    } finally {
      if (!sent) {
        frame.cargo().unload(connection.exports());
      }
    }
    if (!sent) {
      throw new RpcException.TimedOut(plan + ": the other side takes nothing, not sent within " + limit, limit, false);
    }
  }

  private @Nullable Object await(OutgoingCall call, Deadline deadline, Duration limit) throws InterruptedException {
    try {
      if (!connection.pump().await(call, deadline) && giveUp(call)) {
        throw timedOut(call, limit);
      }
    } catch (InterruptedException e) {
      giveUp(call);
      if (call.outcome() == OutgoingCall.Outcome.GivenUp.INSTANCE) {
        throw e;
      }
      Thread.currentThread().interrupt(); // the answer came first
    } finally {
      handOver(call);
    }
    return switch (call.outcome()) {
      case OutgoingCall.Outcome.Answered answer -> {
        var unused = answer.delivery().keep();
        yield answer.value();
      }
      case OutgoingCall.Outcome.Broken(Supplier<RpcException> failure) -> throw failure.get();
      case OutgoingCall.Outcome.GivenUp g -> throw new AssertionError("only this thread gives it up");
      case null -> throw new AssertionError("the wait is over");
    };
  }

  // What the other side still wants done on behalf of this call is nobody's in particular now.
  private void handOver(OutgoingCall call) {
    while (!call.leave()) {
      Runnable task = call.poll();
      if (task != null) {
        connection.serving().runBehind(task);
      }
    }
  }

  /** Ends the wait for a call and tells the other side. {@return whether the call had not ended} */
  boolean giveUp(OutgoingCall call) {
    if (call.end(OutgoingCall.Outcome.GivenUp.INSTANCE)) {
      connection.wire().post(new Frame.Cancel(call.id));
      return true;
    }
    return false;
  }

  private void late(OutgoingCall call, Duration limit) {
    if (call.end(new OutgoingCall.Outcome.Broken(() -> timedOut(call, limit)))) {
      connection.wire().post(new Frame.Cancel(call.id));
    }
  }

  private static RpcException.TimedOut timedOut(OutgoingCall call, Duration limit) {
    return new RpcException.TimedOut(call.forms.plan + ": no answer within " + limit, limit, true);
  }

  /** {@return whether a thread that waits has its answer}; as of the two below */
  boolean answered(long id, OutgoingCall.Outcome.Answered answer) {
    OutgoingCall call = remove(id);
    if (call == null) {
      answer.drop();
      return false;
    }
    return call.end(answer) && call.isAwaited();
  }

  boolean failed(long id, Fault fault) {
    OutgoingCall call = remove(id);
    if (call != null && fault.kind().unread) {
      call.cargo.unload(connection.exports());
    }
    return call != null
        && call.end(new OutgoingCall.Outcome.Broken(() -> fault.toException(call.forms.plan.title)))
        && call.isAwaited();
  }

  boolean unreadable(long id, SerializationException why) {
    OutgoingCall call = remove(id);
    return call != null
        && call.end(maybe(call, "it was executed, but its result does not decode", why))
        && call.isAwaited();
  }

  /** Takes a call out of the table, and gives its place back. {@return the call, or null if it is not there} */
  @Nullable OutgoingCall remove(long id) {
    OutgoingCall call = connection.calls().remove(id);
    if (call != null && call.counted) {
      freeOne();
    }
    return call;
  }

  static OutgoingCall.Outcome maybe(OutgoingCall call, String text, @Nullable Throwable why) {
    return new OutgoingCall.Outcome.Broken(
        () -> new RpcException.MaybeExecuted(call.forms.plan + ": " + text, why));
  }

  /** One call is not in flight any more. */
  void freeOne() {
    boolean unused = settled(1);
  }

  /** So many calls are not in flight any more. {@return whether a thread that waited may make its call} */
  boolean settled(int count) {
    return inFlight.leave(count);
  }

  void leave(String text) {
    leaving = text;
  }

  void end(Ending how) {
    for (OutgoingCall call : connection.calls().all()) {
      if (remove(call.id) != null) {
        call.end(maybe(call, "no answer: " + how.text(), null));
      }
    }
    inFlight.end();
    wakeNewcomers();
  }

  /** {@return why the other side does not take calls of {@code type}, or null if it does}; after its hello */
  @Nullable String mismatch(InterfacePlan type) {
    Frame.Hello hello = Objects.requireNonNull(connection.hello());
    if (hello.root().isEmpty()) {
      return "the other side serves nothing";
    }
    return hello.root().equals(type.name)
        ? null
        : "the other side serves " + PeerText.printable(hello.root()) + ", not " + type.name;
  }
}
