package org.ferryipc.core.transport;

import java.lang.foreign.MemorySegment;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Limits;
import org.ferryipc.core.Reach;
import org.ferryipc.core.failure.IpcException;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of a channel in this process.
 *
 * <p>Its caller holds the turn: at most one thread calls anything but {@link #wake} at a time. A failed message is over:
 * the next call sees the next one.
 */
public interface ReceivePort extends Resource {

  /**
   * Takes the next message, if one is there; never blocks, but after {@link #awaitBeforeTry}.
   *
   * @throws org.ferryipc.core.failure.MalformedMessageException if the peer broke the protocol; the channel has ended
   * @throws org.ferryipc.core.failure.LimitExceededException if the message is over {@code limits}; it was dropped
   * @throws org.ferryipc.core.failure.ResourceExhaustedException if its handles found no room here; it was dropped
   */
  Arrival tryReceive(Limits limits) throws IpcException;

  /**
   * As {@link #tryReceive}, but a payload without handles that lies in a region stays there: then the message has no bytes, and
   * one resource, a {@link LentRegion}.
   *
   * @throws IpcException as {@link #tryReceive}
   */
  default Arrival tryReceiveInPlace(Limits limits) throws IpcException {
    return tryReceive(limits);
  }

  /**
   * Takes the next message's bytes into {@code into}, if one is there and fits; never blocks, allocates nothing.
   * Resources that came with it are released: a bytes channel carries none.
   *
   * @param lent whether {@code into} is the transport's until the caller has a message or gives up with an exception, so that
   *     it may be written though nothing is there yet
   * @return what happened; the length is in {@link #lastLength}
   * @throws IpcException as {@link #tryReceive}
   */
  BytesOutcome tryReceiveBytes(MemorySegment into, Limits limits, boolean lent) throws IpcException;

  /**
   * Takes the next message if it is in memory of this process: no system call is made, and no lock waited for. It has no handles.
   *
   * @return null if it is elsewhere or does not exist; {@link #tryReceive} tells
   * @throws IpcException as {@link #tryReceive}
   */
  default @Nullable Incoming takeAtHand(Limits limits) throws IpcException {
    return null;
  }

  /**
   * As {@link #takeAtHand}, into {@code into}.
   *
   * @return as {@link #tryReceiveBytes}; NOTHING says no more than null does there
   * @throws IpcException as {@link #tryReceive}
   */
  default BytesOutcome takeBytesAtHand(MemorySegment into, Limits limits) throws IpcException {
    return BytesOutcome.NOTHING;
  }

  /** {@return the length of the message that {@link #tryReceiveBytes} took or found too large} */
  int lastLength();

  /** {@return why the channel ended}; valid after {@link BytesOutcome#END} or {@link Arrival.End} */
  org.ferryipc.core.CloseReason endReason();

  /**
   * Waits until there may be a message, the end, {@link #wake} is called, or the deadline has passed; may return for no
   * reason.
   *
   * @param caller as in {@link SendPort#awaitRoom}
   * @throws InterruptedException if the thread is interrupted before or while it waits; nothing was taken
   */
  void awaitArrival(Deadline deadline, Waiting caller) throws IpcException, InterruptedException;

  /**
   * As {@link #awaitArrival}, for who makes a try next, under the same turn. The port may leave the waiting to that: then the try
   * blocks, within the deadline and for some milliseconds at most, after which it has found nothing. A {@link #wake} or an
   * interrupt of that time has to be noticed by the caller.
   *
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  default void awaitBeforeTry(Deadline deadline, Waiting caller) throws IpcException, InterruptedException {
    awaitArrival(deadline, caller);
  }

  /**
   * Says how the channel is to be used; the last word counts. Called by any thread. Nothing to a port that has one way only.
   */
  default void prefer(ChannelOptions options) {}

  /**
   * Looks for what the last try, which found nothing, had no means to see. For a caller who will not wait: a wait looks by
   * itself. There is no such thing where a try sees all.
   *
   * @return whether another try may find something
   * @throws IpcException if the system refuses to look
   */
  default boolean glance() throws IpcException {
    return false;
  }

  /**
   * Says that the poller which watches this port has reported it, and that nothing was taken since. Nothing to a port
   * whose tries see all.
   */
  default void reported() {}

  /**
   * {@return how long who waits by a poller has to pause after a try that found nothing, in nanoseconds}: 0, but where something
   * is here that the process has no means to take now; a poller reports that at once, again and again. Under the turn.
   */
  default long pauseNanos() {
    return 0;
  }

  /** {@return whether it pays to look again soon without a report}: what came last did so by a way that no poller sees */
  default boolean lively() {
    return false;
  }

  /** {@return whose {@link ArrivalPoller} can watch this port} */
  Reach reach();

  /**
   * {@return whether the poller that watches this port will report what comes next}; false if something may be here now
   * that a poller does not see, and the caller must look again by itself
   */
  boolean rest();

  /** What {@link #tryReceiveBytes} did. */
  enum BytesOutcome {
    /** A message was copied. */
    TAKEN,
    /** Nothing is there now. */
    NOTHING,
    /** The next message is larger than the buffer; it stays the next message. */
    TOO_SMALL,
    /** The channel has ended. */
    END
  }
}
