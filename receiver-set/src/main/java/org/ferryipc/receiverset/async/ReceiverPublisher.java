package org.ferryipc.receiverset.async;

import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.failure.IpcException;

/**
 * A receiver as a publisher of reactive streams. It reads a message only when its subscriber has asked for one, so the
 * demand reaches the senders: what is not asked for stays in the channel, and slows them down.
 *
 * <p><b>One subscriber at a time.</b> Each message goes to one; a second one that comes meanwhile is refused by {@code
 * onError} with an {@link IllegalStateException}. When the first has cancelled or failed, the next one gets the messages that
 * follow. What was read for a subscriber before it cancelled still comes to it, as rule 2.8 of reactive streams allows, so
 * that no message is lost between two.
 *
 * <p><b>The end.</b> {@code onComplete} when the channel has ended and all was read: with {@link
 * org.ferryipc.core.CloseReason.Closed} or {@link org.ferryipc.core.CloseReason.Unknown}. {@code onError} with {@link
 * org.ferryipc.core.failure.DisconnectedException} if a sender died or broke the protocol; with what {@link
 * IpcReceiver#receive} throws if a message is lost (a later subscriber gets the next one); with {@link
 * org.ferryipc.core.failure.HandleClosedException} when the publisher is closed. The end is noticed when there is demand.
 *
 * <p>Signals come one at a time, on virtual threads or what else the executor gives. The handles of a message are the
 * subscriber's; one that throws out of {@code onNext} is unsubscribed, and the message's handles are closed.
 */
public final class ReceiverPublisher<T> implements Flow.Publisher<T>, AutoCloseable {
  private final Outlet<T> outlet;

  private ReceiverPublisher(Outlet<T> outlet) {
    this.outlet = outlet;
  }

  /**
   * Moves a receiver in. Signals come on virtual threads.
   *
   * @throws org.ferryipc.core.failure.SerializationException if messages of its type can never be decoded
   * @throws org.ferryipc.core.failure.HandleStateException if the receiver is not open or in use
   * @throws IpcException if the system refuses; in all cases the receiver is as before
   */
  public static <T> ReceiverPublisher<T> of(IpcReceiver<T> receiver) throws IpcException {
    return of(receiver, AsyncThreads.VIRTUAL);
  }

  /**
   * As {@link #of(IpcReceiver)}, with an executor for the signals, as in {@link AsyncReceiver#of(IpcReceiver, Executor)}.
   *
   * @throws IpcException as there
   */
  public static <T> ReceiverPublisher<T> of(IpcReceiver<T> receiver, Executor executor) throws IpcException {
    return new ReceiverPublisher<>(new Outlet<>(receiver, executor));
  }

  @Override
  public void subscribe(Flow.Subscriber<? super T> subscriber) {
    outlet.subscribe(subscriber);
  }

  /**
   * Gives the receiver back, with all messages that no subscriber has got.
   *
   * @return a new receiver, usable and movable at once
   * @throws org.ferryipc.core.failure.HandleInUseException if there is a subscriber
   * @throws org.ferryipc.core.failure.HandleMovedException if it was released before
   * @throws org.ferryipc.core.failure.HandleClosedException if it was closed, or its channel has ended and that was noticed
   */
  public IpcReceiver<T> release() {
    return outlet.release();
  }

  /**
   * Closes the receiver, unless it was released; a subscriber hears {@code onError}. Unread messages are lost, their handles
   * closed. Never waits; idempotent.
   */
  @Override
  public void close() {
    outlet.closeReceiver();
  }

  /** {@return what it publishes} */
  @Override
  public String toString() {
    return outlet.toString();
  }
}
