package org.ferryipc.receiverset.lookout;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Handle;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.ownership.FerryLog;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.Gathered;
import org.ferryipc.core.transport.Incoming;
import org.jspecify.annotations.Nullable;

/**
 * A receiver that is read when there is a message and somebody wants it, on whatever thread its executor has.
 *
 * <p>Messages are taken one at a time, each when the one before is done with: there is no queue but the channel's own, which
 * slows the sender down. While nobody wants one, or one is being handled, nobody is told of the receiver.
 *
 * <p><b>Turns.</b> {@code lock} is the port's turn and guards the state here and in subclasses. It is held for work that
 * does not wait and runs no user's code: so {@link #takeOut} waits for no handler. At most one activation exists, which is
 * the state ACTIVE, so messages are handled in order.
 *
 * <p><b>No lost message.</b> An activation ends by arming the watch, which reports what came meanwhile, or because nobody
 * wants a message, which it finds under the lock; {@link #demand} changes that under the lock and starts the next.
 *
 * @param <H> the kind of receiver
 * @param <T> what its messages become
 */
public abstract class Tap<H extends Handle, T> {
  // As many as a set reads of one member before others have their turn.
  private static final int QUOTA = 16;

  private enum State {
    /** No activation exists, and nobody will be told of a message. */
    IDLE,
    /** The watch is armed. */
    ARMED,
    /** An activation exists. */
    ACTIVE
  }

  /** The port's turn; guards the fields here and in subclasses. */
  protected final ReentrantLock lock = new ReentrantLock();

  private final Lookout lookout;
  private final Executor executor;
  private @Nullable Gathered<H, T> inside; // written once, before anything else here runs
  private @Nullable Watch watch; // as inside
  private State state = State.IDLE; // guarded by lock
  private boolean stopped; // guarded by lock
  private boolean gone; // the receiver was given out or closed; guarded by lock

  /** One that has no receiver yet. */
  protected Tap(Lookout lookout, Executor executor) {
    this.lookout = lookout;
    this.executor = executor;
  }

  /** Moves a receiver. */
  @FunctionalInterface
  public interface Moving<H extends Handle, T> {
    /**
     * As {@link org.ferryipc.core.transport.EndAccess#gather}.
     *
     * @throws IpcException as there
     */
    void into(Gathered.Joining<H, T> joining) throws IpcException;
  }

  /**
   * Moves the receiver in.
   *
   * @param watched whether to wait for its messages at once
   * @throws IpcException if the system refuses, or {@code moving} does: the receiver is as before
   */
  protected final void take(Moving<H, T> moving, boolean watched) throws IpcException {
    lock.lock();
    try {
      moving.into(
          end -> {
            inside = end;
            Watch fresh = lookout.watch(end.port(), this::look);
            watch = fresh;
            if (watched) {
              fresh.arm();
              state = State.ARMED;
            }
          });
    } finally {
      lock.unlock();
    }
  }

  /** {@return the end inside} */
  protected final Gathered<H, T> inside() {
    return Objects.requireNonNull(inside);
  }

  private Watch watch() {
    return Objects.requireNonNull(watch);
  }

  // What follows is called under the lock, and gives what to do without it.

  /** {@return whether a message is wanted now} */
  protected abstract boolean wants();

  /** {@return something to be done before anything is read, or null} */
  protected @Nullable Runnable first() {
    return null;
  }

  /** {@return what to do with a message} */
  protected abstract Runnable arrived(Incoming message);

  /** {@return what to do about a message that was lost, or a look that failed} */
  protected abstract Runnable failed(Throwable error);

  /** {@return what to do at the end of the channel}; nothing is read any more, and the receiver is closed */
  protected abstract Runnable ended(CloseReason reason);

  /** The channel was found empty, and its next message will be noticed. */
  protected void rested() {}

  /** {@return what to do when the last activation is over}; called once {@link #stop} or the end was, maybe again */
  protected Runnable left() {
    return () -> {};
  }

  // Until here.

  /** Runs an activation; for subclasses that put something around it. */
  protected void activate() {
    run();
  }

  /** To be called when a message may be wanted that was not. */
  protected final void demand() {
    lock.lock();
    try {
      if (state != State.IDLE) {
        return; // an activation looks again before it ends
      }
      state = State.ACTIVE;
    } finally {
      lock.unlock();
    }
    start();
  }

  /** As {@link #demand}, serving one message that is there already on the calling thread. */
  protected final void demandHere() {
    Runnable next;
    boolean over;
    lock.lock();
    try {
      if (state != State.IDLE) {
        return;
      }
      state = State.ACTIVE;
      next = step();
      over = state != State.ACTIVE;
    } finally {
      lock.unlock();
    }
    if (next != null) {
      perform(next);
    }
    if (!over && !endIfUnwanted()) {
      start();
    }
  }

  private boolean endIfUnwanted() {
    lock.lock();
    try {
      if (stopped || wants()) {
        return false;
      }
      state = State.IDLE;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Has the channel looked at now, though nobody reported it. */
  protected final void look() {
    lock.lock();
    try {
      if (state == State.ACTIVE) {
        return;
      }
      boolean unused = watch().disarm();
      state = State.ACTIVE;
    } finally {
      lock.unlock();
    }
    start();
  }

  /** Has the channel looked at by the next activation the lookout starts, though nobody reported it. Under the lock. */
  protected final void nudge() {
    if (state == State.ARMED) {
      lookout.hurry(watch());
    }
  }

  private void start() {
    try {
      executor.execute(this::activate);
    } catch (RuntimeException | Error refused) {
      startAnyway(refused);
    }
  }

  // The executor was shut down, is full, or has no memory: what it was to do must not get lost with it.
  private void startAnyway(Throwable refused) {
    try {
      Thread unused = Thread.ofVirtual().name("ferry-tap").start(this::activate);
    } catch (RuntimeException | Error e) {
      e.addSuppressed(refused);
      lock.lock();
      try {
        state = State.IDLE;
        Runnable unused = stopped ? null : pause();
      } finally {
        lock.unlock();
      }
      throw e;
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // yields for the sake of others; nothing here relies on it
  private void run() {
    for (int done = 0; ; done++) {
      Runnable next;
      boolean over;
      lock.lock();
      try {
        next = done == QUOTA && !stopped && !Thread.currentThread().isVirtual() ? pause() : step();
        over = state != State.ACTIVE; // another may begin as soon as the lock is free
      } finally {
        lock.unlock();
      }
      if (next != null) {
        perform(next);
      }
      if (over) {
        return;
      }
      if (done == QUOTA) {
        done = 0;
        Thread.yield(); // virtual threads get no slices of time
      }
    }
  }

  // What users throw is caught where they are called. This is for an Error at a bad moment: the activation goes on, since
  // no other will begin before it has ended.
  private void perform(Runnable next) {
    try {
      next.run();
    } catch (RuntimeException | Error e) {
      FerryLog.log(System.Logger.Level.ERROR, this + " goes on after a failure", e);
    }
  }

  // Ends the activation, and has the lookout begin another when others have had their turn.
  private @Nullable Runnable pause() {
    Runnable failure = rest();
    if (failure == null) {
      lookout.hurry(watch());
    }
    return failure;
  }

  // {@return what comes next, or null for nothing} The activation is over unless the state is ACTIVE afterwards.
  private @Nullable Runnable step() {
    Runnable first = first();
    if (first != null) {
      return first;
    }
    if (stopped) {
      state = State.IDLE;
      return left();
    }
    if (!wants()) {
      state = State.IDLE;
      return null;
    }
    try {
      return switch (look(inside())) {
        case Incoming message -> arrived(message);
        case Arrival.Nothing n -> {
          Runnable failure = rest();
          if (failure == null) {
            rested();
          }
          yield failure;
        }
        case Arrival.End(CloseReason reason) -> end(reason);
      };
    } catch (MalformedMessageException | LimitExceededException | ResourceExhaustedException e) {
      return failed(e); // after the first, the next look finds the end, with its reason
    } catch (IpcException e) {
      return broken(e);
    } catch (RuntimeException | Error e) {
      return failed(e); // no memory for the message, for instance
    }
  }

  private static Arrival look(Gathered<?, ?> end) throws IpcException {
    Arrival found = end.tryReceive();
    return found instanceof Arrival.Nothing && end.port().glance() ? end.tryReceive() : found;
  }

  // Ends the activation until the next report.
  private @Nullable Runnable rest() {
    try {
      watch().arm();
      state = State.ARMED;
      return null;
    } catch (ResourceExhaustedException e) {
      return failed(e); // who wanted the message hears of it; there may be room for the next who does
    } catch (IpcException | RuntimeException e) {
      return broken(e);
    }
  }

  // A failure of no message, which would come again at each look.
  private Runnable broken(Exception e) {
    Runnable report = failed(e);
    Runnable end = end(new CloseReason.Unknown());
    return () -> {
      report.run();
      end.run();
    };
  }

  private Runnable end(CloseReason reason) {
    stopped = true;
    close();
    return ended(reason);
  }

  /** Ends reading, and leaves the receiver where it is. Under the lock. {@return what to do without it} */
  protected final Runnable stop() {
    stopped = true;
    if (state == State.ARMED) {
      boolean unused = watch().disarm();
      state = State.IDLE;
    }
    return state == State.ACTIVE ? () -> {} : left();
  }

  /** {@return whether nothing is read any more} Under the lock. */
  protected final boolean isStopped() {
    return stopped;
  }

  /** {@return whether the receiver was given out or closed} Under the lock. */
  protected final boolean isGone() {
    return gone;
  }

  /** {@return whether an activation exists} Under the lock. */
  protected final boolean isActive() {
    return state == State.ACTIVE;
  }

  /** Takes the receiver out, its watch ended; the caller's from now on. Once, under the lock, after {@link #stop}. */
  protected final H takeOut() {
    gone = true;
    watch().end(); // before the number may go to anybody: a poller in the kernel watches the open file
    return inside().handle();
  }

  /** Closes the receiver, if it is still here. Under the lock, after {@link #stop}. */
  protected final void close() {
    if (!gone) {
      H unused = takeOut();
      inside().close();
    }
  }
}
