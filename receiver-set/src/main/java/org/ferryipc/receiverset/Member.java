package org.ferryipc.receiverset;

import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Handle;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.ownership.BriefLock;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.Gathered;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.ReceivePort;
import org.jspecify.annotations.Nullable;

/**
 * One receiver in a set.
 *
 * <p><b>Locks.</b> {@code turn} is held while the port is read, and while the member comes and goes. It is held for work
 * that does not wait, one quota of messages at most, so whoever removes the member waits no longer than that. {@code
 * state} changes under the roster's lock, taken under the turn where both are needed.
 *
 * <p><b>Against removal.</b> {@link #remove} has the turn when it makes the member GONE, ends the watch, and gives the
 * receiver out: so no read runs on it then, none begins later, and what was read before is in a batch already and is older
 * than all that its new owner will read.
 *
 * <p><b>Against closing.</b> Reading holds the handle, as every call on a receiver does. The set's {@code close} closes the
 * handle without the turn; a read that runs goes on with an open number, and its end gives the number back.
 */
final class Member<H extends Handle, T> {
  private static final EndAccess ENDS = EndAccess.get();

  /** States only rise. */
  enum State {
    JOINING,
    IN,
    /** Its receiver was given out. */
    REMOVED,
    /** Its channel has ended; what was selected before is still wanted. */
    ENDED,
    /** Its owner closed it, or the set, and wants nothing more of it. */
    CLOSED
  }

  final Roster roster;
  final long id;
  final @Nullable Object attachment;
  final Registration<T> registration;

  private final BriefLock turn = new BriefLock();
  private final Appetite appetite = new Appetite(); // guarded by turn
  private @Nullable Gathered<H, T> gathered; // written once, while JOINING, before the state says IN
  private long pauseNanos; // after the last read; of the selecting thread
  private volatile State state = State.JOINING; // written under the roster's lock

  int place; // in the table of members; guarded by the roster's lock
  long token; // written before the port is watched
  boolean hot; // whether it is in the roster's list; guarded by the roster's lock
  long servedIn; // the round; of the selecting thread
  boolean restless; // after that visit; of the selecting thread

  Member(Roster roster, long id, @Nullable Object attachment, Function<Member<H, T>, Registration<T>> registering) {
    this.roster = roster;
    this.id = id;
    this.attachment = attachment;
    this.registration = registering.apply(this);
  }

  /** {@return the end in the set}; not before it has joined */
  Gathered<H, T> gathered() {
    return Objects.requireNonNull(gathered);
  }

  boolean isIn() {
    return state == State.IN;
  }

  /** {@return whether its owner has closed it, and wants nothing more of it} */
  boolean isDiscarded() {
    return state == State.CLOSED;
  }

  void state(State next) {
    state = next;
  }

  void lockTurn() {
    turn.lock();
  }

  void unlockTurn() {
    turn.unlock();
  }

  /** Takes the end in, under the turn: {@link Gathered.Joining}. */
  void join(Gathered<H, T> end) throws IpcException {
    gathered = end;
    roster.watch(this, end.port());
  }

  /** {@return the handle, while the member is in the set} */
  H handleInside() {
    if (state != State.IN) {
      throw refusal();
    }
    return gathered().handle();
  }

  private HandleStateException refusal() {
    return state == State.REMOVED
        ? new HandleMovedException(registration.toString(), "remove from its ReceiverSet")
        : new HandleClosedException(registration.toString());
  }

  /** Takes the member out of the set. {@return its handle, the caller's now} */
  H remove() {
    turn.lock();
    try {
      if (!roster.leave(this, State.REMOVED)) {
        throw refusal();
      }
      return forgetful();
    } finally {
      turn.unlock();
    }
  }

  /** Takes the member out of the set and closes it, if it is in. */
  void discard() {
    discard(_ -> gathered().close());
  }

  void discard(Consumer<? super H> closing) {
    turn.lock();
    try {
      if (roster.leave(this, State.CLOSED)) {
        closing.accept(forgetful());
      }
    } finally {
      turn.unlock();
    }
  }

  // The watch ends before the number may go to anybody: a poller in the kernel watches the open file, not the number.
  private H forgetful() {
    Gathered<H, T> end = gathered();
    roster.forget(this, end.port());
    return end.handle();
  }

  /** Reports a message that did not decode. */
  void failedLater(IpcException error) {
    roster.report(new Selection.Failed(registration, error));
  }

  /**
   * Reads up to the quota into {@code batch}.
   *
   * @param reported whether a poller has reported the member in this round
   * @return whether the member must be looked at again without a report
   */
  boolean read(Batch batch, boolean reported) {
    turn.lock();
    try {
      if (state != State.IN) {
        return false;
      }
      Gathered<H, T> end = gathered();
      try {
        ReceivePort unused = (ReceivePort) ENDS.hold(end.handle());
      } catch (HandleStateException closing) {
        return false;
      }
      CloseReason over;
      boolean hot = false;
      try {
        if (reported) {
          end.port().reported();
        }
        over = readHeld(end, batch);
        if (over == null) {
          pauseNanos = end.port().pauseNanos();
          hot = staysHot(end.port());
        }
      } finally {
        ENDS.drop(end.handle()); // and behind this the port may be released
      }
      if (over != null) {
        end(over, batch);
      }
      return hot;
    } finally {
      turn.unlock();
    }
  }

  /** {@return as {@link ReceivePort#pauseNanos}, of the last read} */
  long pauseNanos() {
    return pauseNanos;
  }

  // What is left hot without need costs a look per round; so not more than a few are.
  private boolean staysHot(ReceivePort port) {
    return roster.hotCount() <= Roster.MOST_LIVELY && port.lively() || !port.rest();
  }

  // {@return why the channel has ended, or null if it has not}
  private @Nullable CloseReason readHeld(Gathered<H, T> end, Batch batch) {
    int most = appetite.most();
    int taken = 0;
    boolean empty = false;
    CloseReason over = null;
    while (taken < most && !empty && over == null && !batch.isFull()) {
      try {
        switch (end.tryReceive()) {
          case Incoming message -> {
            batch.add(this, message);
            taken++;
          }
          case Arrival.Nothing n -> empty = true;
          case Arrival.End(CloseReason reason) -> over = reason;
        }
      } catch (MalformedMessageException e) {
        batch.add(new Selection.Failed(registration, e)); // the next look finds the end, with its reason
      } catch (LimitExceededException | ResourceExhaustedException e) {
        batch.add(new Selection.Failed(registration, e));
        taken++;
      } catch (IpcException e) {
        // Of no message, so it would come again at each look.
        batch.add(new Selection.Failed(registration, e));
        over = new CloseReason.Unknown();
      }
    }
    appetite.ate(taken, empty);
    return over;
  }

  private void end(CloseReason reason, Batch batch) {
    if (roster.leave(this, State.ENDED)) {
      H unused = forgetful();
      gathered().close();
      batch.add(new Selection.Closed(registration, reason));
    }
  }

  /** Closes what the set held, without the turn; the state says CLOSED already. */
  void closeWithSet() {
    gathered().close();
  }
}
