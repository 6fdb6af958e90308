package org.ferryipc.receiverset.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.failure.IpcException;

/**
 * A receiver whose messages come as futures.
 *
 * {@snippet :
 * try (AsyncReceiver<Job> jobs = AsyncReceiver.of(channel.receiver())) {
 *   jobs.receiveAsync().orTimeout(1, TimeUnit.SECONDS).thenAccept(job -> run(job)).join();
 * }
 * }
 *
 * <p>It owns the receiver, which is moved in, and {@link #release} gives a new one back. Any thread may use it. One daemon
 * thread waits for the receivers of all; a message is decoded, and its future completed, on a virtual thread or what else the
 * executor gives.
 *
 * <p>It reads no message that nobody asked for: what is not asked for stays in the channel, and slows its senders down.
 */
public final class AsyncReceiver<T> implements AutoCloseable {
  private final Requests<T> requests;

  private AsyncReceiver(Requests<T> requests) {
    this.requests = requests;
  }

  /**
   * Moves a receiver in. Its futures are completed on virtual threads.
   *
   * @throws org.ferryipc.core.failure.SerializationException if messages of its type can never be decoded
   * @throws org.ferryipc.core.failure.HandleStateException if the receiver is not open or in use
   * @throws IpcException if the system refuses; in all cases the receiver is as before
   */
  public static <T> AsyncReceiver<T> of(IpcReceiver<T> receiver) throws IpcException {
    return of(receiver, AsyncThreads.VIRTUAL);
  }

  /**
   * As {@link #of(IpcReceiver)}, with an executor on which messages are decoded and futures completed. With {@code
   * Runnable::run} that is the thread which waits for all receivers, or the calling one: nothing may block then. A task that the executor refuses
   * runs on a virtual thread.
   *
   * @throws IpcException as there
   */
  public static <T> AsyncReceiver<T> of(IpcReceiver<T> receiver, Executor executor) throws IpcException {
    return new AsyncReceiver<>(new Requests<>(receiver, executor));
  }

  /**
   * {@return the next message, when it has come}; its handles are then the caller's
   *
   * <p>Never waits. Several may be asked for; they get messages in the order in which they were asked. A message that is there
   * already is in the future that is returned.
   *
   * <p><b>Cancelling</b> the future, or its time limit ({@link CompletableFuture#orTimeout}), loses no message: either this
   * future gets one, and cannot be cancelled any more (a moment before it shows it, too), or the next receive does. This holds
   * for the returned object; to cancel what was made of it by {@code thenApply} and the like does not touch it.
   *
   * <p>It fails with {@link org.ferryipc.core.failure.DisconnectedException} when the channel has ended, as does each later
   * one; with what {@link IpcReceiver#receive} throws if the message is lost, and the next future gets the next message; and
   * with {@link org.ferryipc.core.failure.HandleStateException} when the receiver is closed or was released.
   */
  public CompletableFuture<T> receiveAsync() {
    return requests.receive();
  }

  /**
   * Gives the receiver back, with all messages that no future has got.
   *
   * @return a new receiver, usable and movable at once
   * @throws org.ferryipc.core.failure.HandleInUseException if a future waits for a message; cancel it first
   * @throws org.ferryipc.core.failure.HandleMovedException if it was released before
   * @throws org.ferryipc.core.failure.HandleClosedException if it was closed, or its channel has ended and that was received
   */
  public IpcReceiver<T> release() {
    return requests.release();
  }

  /**
   * Closes the receiver, unless it was released. Futures that wait fail with {@link
   * org.ferryipc.core.failure.HandleClosedException}, on this thread. Unread messages are lost, their handles closed. Never
   * waits; idempotent.
   */
  @Override
  public void close() {
    requests.closeReceiver();
  }

  /** {@return what it receives} */
  @Override
  public String toString() {
    return requests.toString();
  }
}
