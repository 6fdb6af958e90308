package org.ferryipc.receiverset.async;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleInUseException;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.receiverset.lookout.Lookout;
import org.ferryipc.receiverset.lookout.Tap;
import org.jspecify.annotations.Nullable;

/**
 * The promises that wait for messages of a receiver, in their order.
 *
 * <p>A message is read under the lock, and only when a promise is there, which leaves the list by the same step. A promise is
 * withdrawn under the lock too: so it is either withdrawn before, and no message was read for it, or it gets one.
 */
final class Requests<T> extends Tap<IpcReceiver<T>, T> {
  private final String name;
  private final LinkedHashSet<PendingReceive<T>> pending = new LinkedHashSet<>(); // guarded by lock
  private @Nullable CloseReason over; // guarded by lock
  private boolean released; // guarded by lock

  Requests(IpcReceiver<T> receiver, Executor executor) throws IpcException {
    super(Lookout.shared(), executor);
    this.name = "AsyncReceiver<" + receiver.type() + ">";
    take(joining -> EndAccess.get().gather(receiver, joining, "an AsyncReceiver"), false);
  }

  CompletableFuture<T> receive() {
    PendingReceive<T> promise = new PendingReceive<>(this);
    lock.lock();
    try {
      Throwable refusal = refusal();
      if (refusal != null) {
        return CompletableFuture.failedFuture(refusal);
      }
      pending.add(promise);
    } finally {
      lock.unlock();
    }
    demandHere();
    return promise;
  }

  private @Nullable Throwable refusal() {
    CloseReason reason = over;
    return reason != null ? new DisconnectedException(name, reason) : isGone() ? stateRefusal() : null;
  }

  private HandleStateException stateRefusal() {
    return released ? new HandleMovedException(name, "release()") : new HandleClosedException(name);
  }

  boolean withdraw(PendingReceive<T> promise) {
    lock.lock();
    try {
      return pending.remove(promise);
    } finally {
      lock.unlock();
    }
  }

  @Override
  protected boolean wants() {
    return !pending.isEmpty();
  }

  @Override
  protected Runnable arrived(Incoming message) {
    PendingReceive<T> promise = pending.removeFirst();
    return () -> decode(message, promise);
  }

  private void decode(Incoming message, PendingReceive<T> promise) {
    Delivery<T> delivery;
    try {
      delivery = inside().decoder().decode(message);
    } catch (IpcException | RuntimeException | Error e) {
      promise.fail(e);
      return;
    }
    if (!promise.fulfil(delivery.value())) {
      delivery.close();
    }
  }

  @Override
  protected Runnable failed(Throwable error) {
    PendingReceive<T> promise = pending.isEmpty() ? null : pending.removeFirst();
    return () -> {
      if (promise != null) {
        promise.fail(error);
      }
    };
  }

  @Override
  protected Runnable ended(CloseReason reason) {
    over = reason;
    return failAll(new DisconnectedException(name, reason));
  }

  private Runnable failAll(Throwable error) {
    List<PendingReceive<T>> all = new ArrayList<>(pending);
    pending.clear();
    return () -> all.forEach(promise -> promise.fail(error));
  }

  IpcReceiver<T> release() {
    lock.lock();
    try {
      if (isGone()) {
        throw stateRefusal();
      }
      if (!pending.isEmpty()) {
        throw new HandleInUseException(name, "an asynchronous receive is pending");
      }
      released = true;
      Runnable unused = stop();
      return takeOut();
    } finally {
      lock.unlock();
    }
  }

  void closeReceiver() {
    Runnable then = () -> {};
    lock.lock();
    try {
      if (!isGone()) {
        Runnable unused = stop();
        close();
        then = failAll(new HandleClosedException(name));
      }
    } finally {
      lock.unlock();
    }
    then.run();
  }

  @Override
  public String toString() {
    return name;
  }
}
