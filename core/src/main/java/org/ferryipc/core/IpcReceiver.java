package org.ferryipc.core;

import java.time.Duration;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.ownership.CleanupNet;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.ownership.Tether;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.Gathered;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.ReceivePort;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of a typed channel; there is one. Any thread may use it, calls take turns.
 *
 * <p>Everything that was sent before the last sender closed is received, then the end, and the end again at each further
 * call. A message that does not decode is lost with its handles closed, and the next one is read. Moving the receiver
 * moves all unread messages with it, in order.
 *
 * <p>Interrupting or closing a waiting call takes no message.
 */
public final class IpcReceiver<T> extends Owned implements Handle {
  private final ChannelOptions options;
  private final MessageType<T> type;
  // Both are made once, by the first call that receives, because most ends are only passed on. Not volatile: what they have
  // at first is final or null.
  private @Nullable Receiving receiving;
  private @Nullable Decoding<T> decoding;

  IpcReceiver(ReceivePort port, MessageType<T> type, ChannelOptions options, Ownership ownership, Tether life) {
    super(ownership, life);
    assert port == ownership.resource();
    this.options = options;
    this.type = type;
  }

  IpcReceiver(ReceivePort port, MessageType<T> type, ChannelOptions options, Ownership ownership) {
    this(port, type, options, ownership, CleanupNet.watch(ownership));
  }

  /** {@return what takes messages for this end} */
  Receiving receiving() {
    Receiving present = receiving;
    return present != null ? present : makeReceiving();
  }

  private Receiving makeReceiving() {
    synchronized (ownership) { // and not this, which is the program's
      Receiving present = receiving;
      if (present == null) {
        present = new Receiving(this, (ReceivePort) ownership.resource(), options);
        receiving = present;
      }
      return present;
    }
  }

  private Decoding<T> decoding() {
    Decoding<T> present = decoding;
    return present != null ? present : makeDecoding();
  }

  private Decoding<T> makeDecoding() {
    synchronized (ownership) {
      Decoding<T> present = decoding;
      if (present == null) {
        present = new Decoding<>(type, options, "IpcReceiver");
        decoding = present;
      }
      return present;
    }
  }

  /**
   * Waits for the next message; its handles are the caller's. The same as {@code take().keep()}.
   *
   * @throws DisconnectedException if no sender is left and everything was read
   * @throws org.ferryipc.core.failure.SerializationException if the message does not decode; it is lost
   * @throws org.ferryipc.core.failure.MalformedMessageException if the peer broke the protocol; the channel has ended
   * @throws org.ferryipc.core.failure.LimitExceededException if the message was over a limit; it is lost
   * @throws org.ferryipc.core.failure.ResourceExhaustedException if its handles found no free descriptors; it is lost
   * @throws InterruptedException if the thread is interrupted while it waits; the channel stays open
   * @throws org.ferryipc.core.failure.HandleStateException if the receiver is moved, closed or in use; also when another
   *     thread closes it during the wait
   */
  public T receive() throws IpcException, InterruptedException {
    return take().keep();
  }

  /**
   * As {@link #receive}, giving the message as a delivery that closes its handles unless they are taken.
   *
   * @throws IpcException as {@link #receive}
   * @throws InterruptedException as {@link #receive}
   */
  public Delivery<T> take() throws IpcException, InterruptedException {
    decoding().prepare();
    return switch (receiving().next(Deadline.NEVER)) {
      case Incoming message -> decoding().decode(message);
      case Arrival.End over -> throw new DisconnectedException(label(), over.reason());
      case Arrival.Nothing n -> throw new AssertionError("an unbounded wait ended with nothing");
    };
  }

  /**
   * Takes the next message if it is there; never waits.
   *
   * @throws IpcException as {@link #receive}, but for the end, which is a value
   */
  public Received<T> tryReceive() throws IpcException {
    try {
      return decoding().receive(receiving(), Deadline.AT_ONCE);
    } catch (InterruptedException e) {
      throw new AssertionError("a try does not wait", e);
    }
  }

  /**
   * Waits for the next message, no longer than {@code limit}.
   *
   * @throws IpcException as {@link #receive}, but for the end, which is a value
   * @throws InterruptedException as {@link #receive}
   */
  public Received<T> tryReceive(Duration limit) throws IpcException, InterruptedException {
    return decoding().receive(receiving(), Deadline.after(limit));
  }

  /**
   * As {@link #take}, if a message is there; never waits.
   *
   * @throws IpcException as {@link #receive}, but for the end, which is a value
   */
  public Received<Delivery<T>> tryTake() throws IpcException {
    try {
      return decoding().take(receiving(), Deadline.AT_ONCE);
    } catch (InterruptedException e) {
      throw new AssertionError("a try does not wait", e);
    }
  }

  /**
   * As {@link #take}, but waits no longer than {@code limit}.
   *
   * @throws IpcException as {@link #receive}, but for the end, which is a value
   * @throws InterruptedException as {@link #receive}
   */
  public Received<Delivery<T>> tryTake(Duration limit) throws IpcException, InterruptedException {
    return decoding().take(receiving(), Deadline.after(limit));
  }

  /**
   * Waits for the next message, to be read in the memory in which its sender wrote it. It is not
   * decoded: its bytes are as the sender wrote them ({@link IpcSender#loan}), or as the codec did.
   *
   * @return the message, which belongs to the calling thread and must be closed
   * @throws IpcException as {@link #receive}, decoding apart
   * @throws InterruptedException if the thread is interrupted while it waits; nothing was taken
   */
  public ReceivedLoan takeLoaned() throws IpcException, InterruptedException {
    return ReceivedLoan.take(receiving(), label());
  }

  /**
   * As {@link #takeLoaned}, if a message is there; never waits.
   *
   * @throws IpcException as {@link #takeLoaned}, but for the end, which is a value
   */
  public Received<ReceivedLoan> tryTakeLoaned() throws IpcException {
    return ReceivedLoan.poll(receiving());
  }

  /**
   * As {@link #takeLoaned}, but waits no longer than {@code limit}.
   *
   * @throws IpcException as {@link #takeLoaned}, but for the end, which is a value
   * @throws InterruptedException as {@link #takeLoaned}
   */
  public Received<ReceivedLoan> tryTakeLoaned(Duration limit) throws IpcException, InterruptedException {
    return ReceivedLoan.poll(receiving(), Deadline.after(limit));
  }

  /**
   * Calls {@code action} for each message until the channel ends. Handles that the action does not move, convert or close
   * are closed after it.
   *
   * @throws IpcException as {@link #receive}, but for the end
   * @throws InterruptedException as {@link #receive}
   */
  public void forEach(Consumer<? super T> action) throws IpcException, InterruptedException {
    decoding().prepare();
    while (receiving().next(Deadline.NEVER) instanceof Incoming message) {
      try (Delivery<T> delivery = decoding().decode(message)) {
        action.accept(delivery.value());
      }
    }
  }

  /**
   * {@return the messages until the channel ends, as a sequential stream whose source is this receiver}
   *
   * <p>Waiting inside the stream throws {@link java.io.UncheckedIOException} for an {@link IpcException}; an interrupt
   * ends the stream with {@link java.util.concurrent.CancellationException}, with the thread's interrupt flag set.
   */
  public Stream<T> stream() {
    return StreamSupport.stream(new Messages(), false);
  }

  /** {@return a new handle for the same port}, of which only one may live on */
  Gathered<IpcReceiver<T>, T> again() throws SerializationException {
    Decoding<T> known = decoding();
    known.prepare();
    ReceivePort port = (ReceivePort) ownership.resource();
    Ownership owned = new Ownership(port);
    IpcReceiver<T> fresh = new IpcReceiver<>(port, type, options, owned, CleanupNet.watch(owned));
    fresh.decoding = known;
    return new Gathered<>(fresh, port, options, known::decode);
  }

  /**
   * {@return this end without its type}; this object is moved
   *
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public OpaqueReceiver opaque() {
    return new OpaqueReceiver(moveOut(ReceivePort.class, true, "opaque()"), options);
  }

  /**
   * {@return this end with other options}; this object is moved. See {@link IpcSender#withOptions}.
   *
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public IpcReceiver<T> withOptions(ChannelOptions other) {
    ReceivePort moved = moveOut(ReceivePort.class, true, "withOptions()");
    return new IpcReceiver<>(moved, type(), other.withReach(options.reach()), new Ownership(moved));
  }

  /** {@return what travels on the channel} */
  public MessageType<T> type() {
    return type;
  }

  /** Closes the receiver; senders hear of it at their next send. Unread messages are lost, their handles closed. */
  @Override
  public void close() {
    ownership.closeQuietly();
  }

  @Override
  String label() {
    return "IpcReceiver<" + type + ">";
  }

  private final class Messages extends Spliterators.AbstractSpliterator<T> {
    Messages() {
      super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL);
    }

    @Override
    public boolean tryAdvance(Consumer<? super T> action) {
      try {
        decoding().prepare();
        if (receiving().next(Deadline.NEVER) instanceof Incoming message) {
          action.accept(decoding().decode(message).keep());
          return true;
        }
        return false;
      } catch (IpcException e) {
        throw new java.io.UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        java.util.concurrent.CancellationException cancelled =
            new java.util.concurrent.CancellationException("interrupted while waiting for a message");
        cancelled.initCause(e);
        throw cancelled;
      }
    }
  }
}
