package org.ferryipc.core.transport;

import java.io.Closeable;
import org.ferryipc.core.failure.IpcException;

/**
 * Tells one thread which of many receiving ports have something, at a cost that does not depend on how many have nothing.
 *
 * <p>Each port is watched under a token of the caller's choice, and events carry the token, never a descriptor's number:
 * an event of a port that was forgotten meanwhile is recognised by a token that is nobody's any more. Reports are level
 * triggered: a port that still has something after it was reported is reported again by a later wait, unless its {@link
 * ReceivePort#rest} says that the caller must look again by itself.
 *
 * <p>{@link #await} is called by one thread at a time, everything else by any thread and without waiting for a running
 * {@code await}, in which it takes effect at once.
 */
public interface ArrivalPoller extends Closeable {

  /**
   * Begins to watch a port, also for what is there already.
   *
   * @param port a port of this transport, which must be forgotten before it is released or moved
   * @param token not in use here
   * @throws org.ferryipc.core.failure.MalformedMessageException if a peer sent the port and it is no channel
   * @throws IpcException if the system refuses; nothing has changed
   */
  void watch(ReceivePort port, long token) throws IpcException;

  /**
   * As {@link #watch}, but after a report nothing more is reported of the port until {@link #rearm}.
   *
   * @throws IpcException as there
   */
  void watchOnce(ReceivePort port, long token) throws IpcException;

  /**
   * Lets a port that is watched once be reported once more, also for what is there already. Takes no more room than it had.
   *
   * @throws IpcException if the system refuses
   */
  void rearm(ReceivePort port, long token) throws IpcException;

  /**
   * Ends watching, while the port still exists. Reports that are on their way may still come.
   *
   * @throws IpcException if the system reports a failure; the port is not watched any more
   */
  void forget(ReceivePort port) throws IpcException;

  /**
   * Waits until a port may have something, {@link #wakeup} is called, the deadline has passed, or for no reason.
   *
   * @param tokens receives the tokens of ports that may have something, from {@code at} on, as many as fit
   * @return how many were put there
   * @throws InterruptedException if the thread is interrupted before or while it waits, unless the deadline is {@link
   *     Deadline#AT_ONCE}; no report was lost
   */
  int await(long[] tokens, int at, Deadline deadline) throws IpcException, InterruptedException;

  /** Ends the running wait, or the next one. Never blocks. */
  void wakeup();

  /**
   * Says what to call, beside ending a wait, at each {@link #wakeup} and when the first report comes after the last ones
   * were fetched; also at once, if either has happened already. For a caller that fetches reports here without waiting and
   * sleeps in another poller.
   *
   * @param other called with locks of this poller held; never blocks
   */
  void alarm(Runnable other);

  /** {@return how many descriptors of the process the poller holds while it is open} */
  int descriptors();

  /** Gives up what the poller holds, at once or when the running wait has ended, which it ends. Idempotent. */
  @Override
  void close();
}
