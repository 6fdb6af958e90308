package org.ferryipc.rpc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;
import org.ferryipc.core.Delivery;
import org.jspecify.annotations.Nullable;

/**
 * A call of this side that was sent, or is about to be, and is not answered. It ends once: by its answer, or because
 * its caller gave up; who comes second lets go what it brought. It stays in the table until the answer is there even
 * so, for the answer must be understood in order to be let go, and the other side counts it until then.
 */
final class OutgoingCall extends Waiter implements CallTable.Numbered {
  private static final VarHandle OUTCOME;

  static {
    try {
      OUTCOME = MethodHandles.lookup().findVarHandle(OutgoingCall.class, "outcome", Outcome.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final long id;
  final MethodForms forms;

  /** What was exported for it. */
  final Cargo cargo;

  /** How many calls of the other side this one is nested in, on this side. */
  final int depth;

  /** Whether it counts as a call in flight. */
  final boolean counted;

  /** Of a method that returns one. */
  final @Nullable CallFuture future;

  @SuppressWarnings("unused") // by OUTCOME
  private volatile @Nullable Outcome outcome;

  /** How a call ended. */
  sealed interface Outcome {

    /** It has a result, which is the caller's when it takes it. */
    record Answered(@Nullable Object value, Delivery<?> delivery, Cargo cargo) implements Outcome {
      void drop() {
        cargo.drop();
        delivery.close();
      }
    }

    /** It has none; the exception is made where the caller is, for the sake of its stack. */
    record Broken(Supplier<RpcException> failure) implements Outcome {}

    /** The caller does not wait any more. */
    record GivenUp() implements Outcome {
      static final GivenUp INSTANCE = new GivenUp();
    }
  }

  OutgoingCall(
      long id, MethodForms forms, Cargo cargo, int depth, boolean counted, @Nullable CallFuture future) {
    this.id = id;
    this.forms = forms;
    this.cargo = cargo;
    this.depth = depth;
    this.counted = counted;
    this.future = future;
  }

  @Override
  public long number() {
    return id;
  }

  /** Ends the call. {@return whether nothing had ended it before} */
  boolean end(Outcome how) {
    if (!OUTCOME.compareAndSet(this, null, how)) {
      if (how instanceof Outcome.Answered late) {
        late.drop();
      }
      return false;
    }
    CallFuture waiting = future;
    if (waiting != null) {
      waiting.settle(how);
    }
    wake();
    return true;
  }

  /** It could not be sent. Lets go of what a peer may have answered all the same. */
  void unsent() {
    if (!end(Outcome.GivenUp.INSTANCE) && future == null && outcome instanceof Outcome.Answered unasked) {
      unasked.drop();
    }
  }

  /** {@return whether a thread waits for it, or is about to}; for a future mostly none does */
  boolean isAwaited() {
    CallFuture waiting = future;
    return waiting == null || waiting.isHelped();
  }

  @Nullable Outcome outcome() {
    return outcome;
  }

  @Override
  boolean isDone() {
    CallFuture waiting = future;
    return outcome != null || waiting != null && waiting.isDone();
  }
}
