package org.ferryipc.receiverset.async;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleInUseException;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.ownership.FerryLog;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.receiverset.lookout.Lookout;
import org.ferryipc.receiverset.lookout.Tap;
import org.jspecify.annotations.Nullable;

/**
 * The subscriber of a receiver and its demand. Every signal, the first and the last too, is given by an activation, of which
 * there is one at a time: so signals never overlap, and a request out of a signal calls nothing again.
 */
final class Outlet<T> extends Tap<IpcReceiver<T>, T> {

  private final String name;
  private @Nullable Subscription current; // guarded by lock
  private @Nullable Ending ending; // of the receiver, for its subscribers; guarded by lock
  private boolean released; // guarded by lock

  /** How the stream ends: with an error, or completely if that is null. */
  private record Ending(@Nullable Throwable error) {
    void tell(Flow.Subscriber<?> subscriber) {
      if (error == null) {
        subscriber.onComplete();
      } else {
        subscriber.onError(error);
      }
    }
  }

  Outlet(IpcReceiver<T> receiver, Executor executor) throws IpcException {
    super(Lookout.shared(), executor);
    this.name = "ReceiverPublisher<" + receiver.type() + ">";
    take(joining -> EndAccess.get().gather(receiver, joining, "a ReceiverPublisher"), false);
  }

  /** One subscription; fields are guarded by the outlet's lock. */
  private final class Subscription implements Flow.Subscription {
    Flow.@Nullable Subscriber<? super T> subscriber; // null when it is over, so that nothing keeps it alive
    boolean greeted;
    long demand;
    @Nullable Ending ending; // of this subscription alone

    Subscription(Flow.Subscriber<? super T> subscriber) {
      this.subscriber = subscriber;
    }

    @Override
    public void request(long n) {
      lock.lock();
      try {
        if (n <= 0) {
          ending = new Ending(new IllegalArgumentException("rule 3.9: " + n + " messages were requested"));
        } else {
          demand = n > Long.MAX_VALUE - demand ? Long.MAX_VALUE : demand + n;
        }
      } finally {
        lock.unlock();
      }
      if (n <= 0) {
        look();
      } else {
        demand();
      }
    }

    @Override
    public void cancel() {
      lock.lock();
      try {
        Flow.Subscriber<? super T> unused = leave();
      } finally {
        lock.unlock();
      }
    }

    // {@return the subscriber, which hears nothing more but what it is told by the caller} Under the lock.
    Flow.@Nullable Subscriber<? super T> leave() {
      Flow.Subscriber<? super T> last = subscriber;
      subscriber = null;
      if (current == this) {
        current = null;
      }
      return last;
    }
  }

  void subscribe(Flow.Subscriber<? super T> subscriber) {
    Objects.requireNonNull(subscriber);
    boolean accepted;
    lock.lock();
    try {
      accepted = current == null;
      if (accepted) {
        current = new Subscription(subscriber);
      }
    } finally {
      lock.unlock();
    }
    if (accepted) {
      look();
    } else {
      subscriber.onSubscribe(new NoSubscription());
      subscriber.onError(new IllegalStateException(name + " has a subscriber, and takes one at a time"));
    }
  }

  /** For who is refused. */
  private static final class NoSubscription implements Flow.Subscription {
    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }

  @Override
  protected @Nullable Runnable first() {
    Subscription subscription = current;
    if (subscription == null) {
      return null;
    }
    if (!subscription.greeted) {
      subscription.greeted = true;
      Flow.Subscriber<? super T> subscriber = Objects.requireNonNull(subscription.subscriber);
      return () -> signal(subscription, () -> subscriber.onSubscribe(subscription));
    }
    Ending its = subscription.ending != null ? subscription.ending : ending;
    return its == null ? null : lastSignal(subscription, its);
  }

  private Runnable lastSignal(Subscription subscription, Ending its) {
    Flow.Subscriber<? super T> subscriber = subscription.leave();
    return () -> {
      if (subscriber != null) {
        signal(subscription, () -> its.tell(subscriber));
      }
    };
  }

  // {@return whether the subscriber took it} One that throws breaks rule 2.13, and its subscription is over.
  private boolean signal(Subscription subscription, Runnable call) {
    try {
      call.run();
      return true;
    } catch (RuntimeException | Error e) {
      subscription.cancel();
      FerryLog.log(System.Logger.Level.ERROR, "a subscriber of " + name + " has failed, and is unsubscribed", e);
      return false;
    }
  }

  @Override
  protected boolean wants() {
    return current != null && current.demand > 0;
  }

  @Override
  protected Runnable arrived(Incoming message) {
    Subscription subscription = Objects.requireNonNull(current);
    Flow.Subscriber<? super T> subscriber = Objects.requireNonNull(subscription.subscriber);
    if (subscription.demand != Long.MAX_VALUE) {
      subscription.demand--;
    }
    return () -> deliver(message, subscription, subscriber);
  }

  private void deliver(Incoming message, Subscription subscription, Flow.Subscriber<? super T> subscriber) {
    Delivery<T> delivery;
    try {
      delivery = inside().decoder().decode(message);
    } catch (IpcException | RuntimeException | Error e) {
      fail(subscription, e);
      return;
    }
    if (!signal(subscription, () -> subscriber.onNext(delivery.value()))) {
      delivery.close();
    }
  }

  private void fail(Subscription subscription, Throwable error) {
    lock.lock();
    try {
      subscription.ending = new Ending(error); // told by this activation's next step
    } finally {
      lock.unlock();
    }
  }

  @Override
  protected Runnable failed(Throwable error) {
    Subscription subscription = current;
    return subscription == null ? () -> {} : lastSignal(subscription, new Ending(error));
  }

  @Override
  protected Runnable ended(CloseReason reason) {
    ending =
        new Ending(
            switch (reason) {
              case CloseReason.Closed c -> null;
              case CloseReason.Unknown u -> null;
              case CloseReason.Died d -> new DisconnectedException(name, reason);
              case CloseReason.ProtocolError p -> new DisconnectedException(name, reason);
            });
    return () -> {}; // told by this activation's next step
  }

  IpcReceiver<T> release() {
    lock.lock();
    try {
      if (isGone()) {
        throw stateRefusal();
      }
      if (current != null) {
        throw new HandleInUseException(name, "it has a subscriber");
      }
      released = true;
      ending = new Ending(new HandleMovedException(name, "release()"));
      Runnable unused = stop();
      return takeOut();
    } finally {
      lock.unlock();
    }
  }

  private HandleStateException stateRefusal() {
    return released ? new HandleMovedException(name, "release()") : new HandleClosedException(name);
  }

  void closeReceiver() {
    lock.lock();
    try {
      if (isGone()) {
        return;
      }
      ending = new Ending(new HandleClosedException(name));
      Runnable unused = stop();
      close();
    } finally {
      lock.unlock();
    }
    look();
  }

  @Override
  public String toString() {
    return name;
  }
}
