package org.ferryipc.core;

import java.lang.ref.Reference;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.ReceivePort;
import org.jspecify.annotations.Nullable;

/**
 * Takes messages from a port, one caller at a time.
 *
 * <p>The turn is held while waiting, so at most one thread sleeps on a channel and a wake-up has one addressee. Others
 * queue for the turn; a try never does, it finds nothing. The turn is taken by calls that hold the end, so there is none while
 * a {@linkplain Ownership#beginBrief brief} one runs. Nothing is taken before the wait is over, so an interrupted or
 * closed wait loses nothing.
 */
final class Receiving {
  private final Owned end;
  private final ReceivePort port;
  private final Limits limits;
  private final ReentrantLock turn;

  Receiving(Owned end, ReceivePort port, ChannelOptions options) {
    this(end, port, options, new ReentrantLock());
  }

  Receiving(Owned end, ReceivePort port, ChannelOptions options, ReentrantLock turn) {
    this.end = end;
    this.port = port;
    this.limits = options.limits();
    this.turn = turn;
    port.prefer(options);
  }

  /** One non-blocking look at the port, under the turn. */
  @FunctionalInterface
  interface Look<R> {
    /** {@return what was found, or null for nothing yet} */
    @Nullable R at(ReceivePort port) throws IpcException;
  }

  /** {@return the next message or the end; Nothing if the deadline passes first} */
  Arrival next(Deadline deadline) throws IpcException, InterruptedException {
    Incoming atHand = takeAtHand();
    if (atHand != null) {
      return atHand;
    }
    Arrival found = waitFor(this::lookForMessage, deadline);
    return found == null ? Arrival.Nothing.INSTANCE : found;
  }

  /** As {@link #next}; a message that lies in a region stays there: {@link ReceivePort#tryReceiveInPlace}. */
  Arrival nextInPlace(Deadline deadline) throws IpcException, InterruptedException {
    Arrival found = waitFor(from -> orNull(from.tryReceiveInPlace(limits)), deadline);
    return found == null ? Arrival.Nothing.INSTANCE : found;
  }

  // Most messages of a lane. A brief call is the only call on the end, and so it has the turn.
  private @Nullable Incoming takeAtHand() throws IpcException {
    Ownership ownership = end.ownership;
    if (!ownership.beginBrief()) {
      return null;
    }
    try {
      return port.takeAtHand(limits);
    } catch (IpcException e) {
      throw end.named(e);
    } finally {
      ownership.endBrief();
      Reference.reachabilityFence(end);
    }
  }

  private @Nullable Arrival lookForMessage(ReceivePort from) throws IpcException {
    return orNull(from.tryReceive(limits));
  }

  private static @Nullable Arrival orNull(Arrival found) {
    return switch (found) {
      case Arrival.Nothing n -> null;
      case Incoming message -> message;
      case Arrival.End over -> over;
    };
  }

  /** {@return the first thing that {@code look} finds, or null if the deadline passes first} */
  <R> @Nullable R waitFor(Look<R> look, Deadline deadline) throws IpcException, InterruptedException {
    Ownership ownership = end.ownership;
    ownership.hold(end);
    try {
      if (!takeTurn(deadline)) {
        return null;
      }
      try {
        while (true) {
          end.refuseIfOver();
          R found = look.at(port);
          if (found != null) {
            return found;
          }
          if (deadline == Deadline.AT_ONCE || deadline.passed()) {
            return port.glance() ? look.at(port) : null;
          }
          port.awaitBeforeTry(deadline, end.ownership);
        }
      } catch (IpcException e) {
        throw end.named(e);
      } finally {
        turn.unlock();
      }
    } finally {
      ownership.drop();
      Reference.reachabilityFence(end);
    }
  }

  /** Waits, taking nothing, until {@link #next} may find something, the deadline has passed, or for no reason. */
  void awaitArrival(Deadline deadline) throws IpcException, InterruptedException {
    Ownership ownership = end.ownership;
    ownership.hold(end);
    try {
      if (takeTurn(deadline)) {
        try {
          end.refuseIfOver();
          if (port.rest()) {
            port.awaitArrival(deadline, ownership);
          }
        } catch (IpcException e) {
          throw end.named(e);
        } finally {
          turn.unlock();
        }
      }
    } finally {
      ownership.drop();
      Reference.reachabilityFence(end);
    }
  }

  private boolean takeTurn(Deadline deadline) throws InterruptedException {
    if (turn.tryLock()) {
      return true;
    }
    if (deadline == Deadline.AT_ONCE) {
      return false;
    }
    if (deadline.bounded()) {
      return turn.tryLock(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
    }
    turn.lockInterruptibly();
    return true;
  }
}
