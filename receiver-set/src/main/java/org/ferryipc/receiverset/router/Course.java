package org.ferryipc.receiverset.router;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Handle;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.receiverset.lookout.Lookout;
import org.ferryipc.receiverset.lookout.Tap;
import org.jspecify.annotations.Nullable;

/**
 * What a route does: its receiver, its handler, and where it stands. Fields are guarded by the tap's lock.
 *
 * <p>The end is written when it is decided and told when no activation is left, so that whoever hears of it knows that no
 * handler runs.
 */
final class Course<H extends Handle, T> extends Tap<H, T> {
  static final ScopedValue<Route<?>> CURRENT = ScopedValue.newInstance();

  private final Router router;
  private final boolean once;
  private final CompletableFuture<RouteEnd> told = new CompletableFuture<>();
  private final List<CountDownLatch> resting = new ArrayList<>(); // who waits until the channel was found empty
  private @Nullable Route<H> route; // written before the first activation
  volatile @Nullable RouteHandler<? super T> handler; // as route; null when the route has ended
  private @Nullable RouteEnd end;
  private @Nullable Thread running; // in the handler
  private boolean abandoned; // a close of the router has waited for the handler as long as it may

  Course(Router router, Lookout lookout, boolean once) {
    super(lookout, router.options().executor());
    this.router = router;
    this.once = once;
  }

  /** Begins the route. */
  void begin(Route<H> as, RouteHandler<? super T> calls, Moving<H, T> moving) throws IpcException {
    route = as;
    handler = calls;
    take(moving, true);
  }

  boolean isOf(Router other) {
    return router == other;
  }

  private Route<H> route() {
    return Objects.requireNonNull(route);
  }

  @Override
  protected void activate() {
    ScopedValue.where(CURRENT, route()).run(super::activate);
  }

  @Override
  protected boolean wants() {
    return true;
  }

  @Override
  protected Runnable arrived(Incoming message) {
    return () -> decodeAndHandle(message);
  }

  private void decodeAndHandle(Incoming message) {
    Delivery<T> delivery;
    try {
      delivery = inside().decoder().decode(message);
    } catch (IpcException | RuntimeException | Error e) {
      report(new RouteFailure.Lost(e));
      return;
    }
    if (once) {
      finish();
    }
    handle(delivery);
  }

  // The receiver is closed before the handler is called: what is sent from then on would never be read.
  private void finish() {
    lock.lock();
    try {
      if (!isStopped()) {
        end = new RouteEnd.Done();
        Runnable unused = stop();
        close();
      }
    } finally {
      lock.unlock();
    }
  }

  private void handle(Delivery<T> delivery) {
    running(Thread.currentThread());
    try {
      Objects.requireNonNull(handler).handle(delivery.value());
    } catch (Exception | Error e) {
      delivery.close();
      report(new RouteFailure.Thrown(e));
    } finally {
      running(null);
      boolean unused = Thread.interrupted(); // meant for the handler
    }
  }

  private void running(@Nullable Thread thread) {
    lock.lock();
    try {
      running = thread;
    } finally {
      lock.unlock();
    }
  }

  @Override
  protected Runnable failed(Throwable error) {
    return () -> report(new RouteFailure.Lost(error));
  }

  void report(RouteFailure failure) {
    FailureLog.tell(router.options().reporter(), route(), failure);
  }

  @Override
  protected Runnable ended(CloseReason reason) {
    end = new RouteEnd.ChannelEnded(reason);
    return () -> {};
  }

  @Override
  protected void rested() {
    resting.forEach(CountDownLatch::countDown);
    resting.clear();
  }

  @Override
  protected Runnable left() {
    RouteEnd decided = end;
    List<CountDownLatch> waiting = List.copyOf(resting);
    resting.clear();
    return () -> {
      if (decided != null) {
        handler = null; // what it holds may be garbage now, however long the route is known
        router.forget(route());
        boolean unused = told.complete(decided);
      }
      waiting.forEach(CountDownLatch::countDown);
    };
  }

  /** Counts {@code latch} down when all that is in the channel now was handled, and the end, if it came, was told. */
  void whenEmpty(CountDownLatch latch) {
    lock.lock();
    try {
      if (isStopped() && !isActive()) {
        if (end == null) {
          latch.countDown();
        } else {
          CompletionStage<RouteEnd> unused = told.whenComplete((decided, none) -> latch.countDown());
        }
        return;
      }
      resting.add(latch);
      nudge();
    } finally {
      lock.unlock();
    }
  }

  H remove() {
    H handle;
    Runnable last;
    lock.lock();
    try {
      if (isGone()) {
        throw refusal();
      }
      end = new RouteEnd.Removed();
      last = stop();
      handle = takeOut();
    } finally {
      lock.unlock();
    }
    last.run();
    return handle;
  }

  private HandleStateException refusal() {
    return end instanceof RouteEnd.Removed
        ? new HandleMovedException(route().toString(), "remove from its Router")
        : new HandleClosedException(route().toString());
  }

  void closeReceiver() {
    Runnable last = () -> {};
    lock.lock();
    try {
      if (!isGone()) {
        end = new RouteEnd.Closed();
        last = stop();
        close();
      }
    } finally {
      lock.unlock();
    }
    last.run();
  }

  /** Ends reading; the receiver stays. */
  void halt() {
    Runnable then;
    lock.lock();
    try {
      then = stop(); // the end is not decided yet: the receiver can still be removed
    } finally {
      lock.unlock();
    }
    then.run();
  }

  H handleInside() {
    lock.lock();
    try {
      if (isGone()) {
        throw refusal();
      }
      return inside().handle();
    } finally {
      lock.unlock();
    }
  }

  boolean isRouted() {
    lock.lock();
    try {
      return !isStopped();
    } finally {
      lock.unlock();
    }
  }

  boolean isHandling() {
    lock.lock();
    try {
      return isActive();
    } finally {
      lock.unlock();
    }
  }

  boolean isReceiverHere() {
    lock.lock();
    try {
      return !isGone();
    } finally {
      lock.unlock();
    }
  }

  /** Interrupts the handler if it runs, and gives it up: once. {@return whether it did} */
  boolean abandon() {
    lock.lock();
    try {
      Thread handling = running;
      if (handling == null || abandoned) {
        return false;
      }
      abandoned = true;
      handling.interrupt();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** {@return whether nobody waits for its handler any more} */
  boolean isAbandoned() {
    lock.lock();
    try {
      return abandoned;
    } finally {
      lock.unlock();
    }
  }

  CompletionStage<RouteEnd> told() {
    return told.minimalCompletionStage();
  }
}
