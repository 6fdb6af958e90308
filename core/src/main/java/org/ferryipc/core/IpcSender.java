package org.ferryipc.core;

import java.time.Duration;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.ownership.CleanupNet;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.ownership.Tether;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.SendPort;
import org.jspecify.annotations.Nullable;

/**
 * One reference to the sending end of a typed channel. Any thread may use it.
 *
 * <p>A message arrives whole, once, in order, or not at all. All references, in all processes, feed one queue; the
 * channel ends for the receiver when the last of them is closed. Each reference is closed or moved on its own.
 *
 * <p>Sending blocks only while the queue is full (for a channel between processes: the socket's send buffer, 208 KiB of
 * packets and their overhead by default, or about 278 small messages). It does not wait for the receiver to read.
 * What it does not do: it does not tell whether a message was read.
 */
public final class IpcSender<T> extends Owned implements Handle {
  private final ChannelOptions options;
  private final MessageType<T> type;
  // Made once, by the first send, because most ends are only passed on. Not volatile: what it has at first is final or null.
  private @Nullable Sending<T> sending;

  IpcSender(SendPort port, MessageType<T> type, ChannelOptions options, Ownership ownership, Tether life) {
    super(ownership, life);
    assert port == ownership.resource();
    this.options = options;
    this.type = type;
  }

  IpcSender(SendPort port, MessageType<T> type, ChannelOptions options, Ownership ownership) {
    this(port, type, options, ownership, CleanupNet.watch(ownership));
  }

  /**
   * Sends {@code message} and moves the handles in it; waits while the queue is full.
   *
   * <p>On any exception nothing was sent and every handle is as before.
   *
   * @throws org.ferryipc.core.failure.DisconnectedException if no receiver is left
   * @throws org.ferryipc.core.failure.SerializationException if the message cannot be encoded
   * @throws org.ferryipc.core.failure.LimitExceededException if it is over a limit of this channel
   * @throws org.ferryipc.core.failure.ResourceExhaustedException if the system has no room for it; try later
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws org.ferryipc.core.failure.HandleStateException if this sender or a handle in the message is moved, closed or
     *     in use; also when another thread closes or moves this sender during the wait
   */
  public void send(T message) throws IpcException, InterruptedException {
    sending().send(message, Deadline.NEVER);
  }

  /**
   * As {@link #send} if that is possible at once; else changes nothing.
   *
   * @return whether it was sent
   * @throws IpcException as {@link #send}
   */
  public boolean trySend(T message) throws IpcException {
    try {
      return sending().send(message, Deadline.AT_ONCE);
    } catch (InterruptedException e) {
      throw new AssertionError("a try does not wait", e);
    }
  }

  /**
   * As {@link #send}, but waits no longer than {@code limit}.
   *
   * @return whether it was sent; if not, nothing has changed
   * @throws IpcException as {@link #send}
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public boolean trySend(T message, Duration limit) throws IpcException, InterruptedException {
    return sending().send(message, Deadline.after(limit));
  }

  private Sending<T> sending() {
    Sending<T> present = sending;
    return present != null ? present : makeSending();
  }

  private Sending<T> makeSending() {
    synchronized (ownership) { // and not this, which is the program's
      Sending<T> present = sending;
      if (present == null) {
        present = new Sending<>(this, (SendPort) ownership.resource(), type, options);
        sending = present;
      }
      return present;
    }
  }

  /**
   * Lends memory of this channel in which a message of up to {@code size} bytes can be written where it will be read. It
   * must be in the encoded form of the channel's codec, if the receiver decodes it; {@link IpcReceiver#takeLoaned} reads it as it
   * is.
   *
   * @return all zero; the calling thread's, to be sent or closed
   * @throws IllegalArgumentException if {@code size} is not more than 0
   * @throws org.ferryipc.core.failure.LimitExceededException if it is over the limit of this channel
   * @throws org.ferryipc.core.failure.ResourceExhaustedException if the system has no memory for it; try later
   * @throws org.ferryipc.core.failure.HandleStateException if this sender is moved, closed or in use
   */
  public LoanedMessage loan(long size) throws IpcException {
    return LoanedMessage.of(this, (SendPort) ownership.resource(), options.limits(), size);
  }

  /** {@return the memory in which the large and loaned messages of this end travel} */
  public ChannelRegions regions() {
    return new PortsRegions((SendPort) ownership.resource());
  }

  /**
   * {@return another reference to the same end}
   *
   * <p>Costs no system call and no descriptor. Move one and keep the other: {@code new Job(…, replies.share())}.
   *
   * @throws org.ferryipc.core.failure.HandleStateException if this reference is moved, closed or in use
   */
  public IpcSender<T> share() {
    ownership.hold(this);
    try {
      SendPort port = (SendPort) ownership.resource();
      shareOf(port);
      return new IpcSender<>(port, type, options, new Ownership(port));
    } finally {
      ownership.drop();
    }
  }

  /**
   * {@return this end without its type}; this object is moved
   *
   * @throws org.ferryipc.core.failure.HandleStateException if this reference is moved, closed or in use
   */
  public OpaqueSender opaque() {
    return new OpaqueSender(moveOut(SendPort.class, false, "opaque()"), options);
  }

  /**
   * {@return this end with other options, for one that came through a channel with others than its own}; this object is
   * moved. The reach is a matter of the channel and stays.
   *
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public IpcSender<T> withOptions(ChannelOptions other) {
    SendPort moved = moveOut(SendPort.class, false, "withOptions()");
    return new IpcSender<>(moved, type(), other.withReach(options.reach()), new Ownership(moved));
  }

  /** {@return what travels on the channel} */
  public MessageType<T> type() {
    return type;
  }

  /**
   * Closes this reference with a reason for the receiver, who hears it if this is the channel's last reference and no other
   * process ever had one. Does nothing if the reference is moved or closed; while it is part of a message that is being sent
   * the wish and the reason are remembered, as with {@link #close()}. Never blocks.
   */
  public void close(CloseReason.Closed reason) {
    ownership.closeQuietly(reason);
  }

  /** Closes this reference; see {@link Handle#close}. Never blocks. */
  @Override
  public void close() {
    ownership.closeQuietly();
  }

  @Override
  String label() {
    return "IpcSender<" + type + ">";
  }
}
