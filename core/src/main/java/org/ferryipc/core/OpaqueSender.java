package org.ferryipc.core;

import java.lang.ref.Reference;
import java.time.Duration;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.ownership.CleanupNet;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.ownership.Tether;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.Outgoing;
import org.ferryipc.core.transport.SendPort;

/** A reference to the sending end of a channel whose type is not known here: for storing, forwarding, and giving back. */
public final class OpaqueSender extends Owned implements Handle {
  private static final MessageType<OpaqueMessage> UNDECODED = MessageType.of(OpaqueMessage.class);

  private final SendPort port;
  private final ChannelOptions options;
  private final Sending<OpaqueMessage> sending;

  OpaqueSender(SendPort port, ChannelOptions options, Ownership ownership, Tether life) {
    super(ownership, life);
    this.port = port;
    this.options = options;
    this.sending = new Sending<>(this, port, UNDECODED, options);
  }

  private OpaqueSender(SendPort port, ChannelOptions options, Ownership ownership) {
    this(port, options, ownership, CleanupNet.watch(ownership));
  }

  OpaqueSender(SendPort port, ChannelOptions options) {
    this(port, options, new Ownership(port));
  }

  /**
   * Forwards {@code message} with its handles; waits while the queue is full.
   *
   * <p>On any exception the message is as before.
   *
   * @throws IpcException as {@link IpcSender#send}
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public void send(OpaqueMessage message) throws IpcException, InterruptedException {
    forward(message, Deadline.NEVER);
  }

  /**
   * As {@link #send} if that is possible at once.
   *
   * @return whether it was sent
   * @throws IpcException as {@link #send}
   */
  public boolean trySend(OpaqueMessage message) throws IpcException {
    try {
      return forward(message, Deadline.AT_ONCE);
    } catch (InterruptedException e) {
      throw new AssertionError("a try does not wait", e);
    }
  }

  /**
   * As {@link #send}, but waits no longer than {@code limit}.
   *
   * @return whether it was sent; if not, the message is as before
   * @throws IpcException as {@link #send}
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public boolean trySend(OpaqueMessage message, Duration limit) throws IpcException, InterruptedException {
    return forward(message, Deadline.after(limit));
  }

  private boolean forward(OpaqueMessage message, Deadline deadline)
      throws IpcException, InterruptedException {
    message.checkAgainst(options.limits(), label());
    ownership.hold(this);
    try {
      Outgoing leased = message.lease();
      boolean sent = false;
      try {
        sent = sending.push(leased, deadline, true);
      } finally {
        message.settle(sent, "send on OpaqueSender");
      }
      return sent;
    } finally {
      ownership.drop();
      Reference.reachabilityFence(this);
    }
  }

  /**
   * {@return another reference to the same end}; see {@link IpcSender#share}
   *
   * @throws org.ferryipc.core.failure.HandleStateException if this reference is moved, closed or in use
   */
  public OpaqueSender share() {
    ownership.hold(this);
    try {
      shareOf(port);
      return new OpaqueSender(port, options);
    } finally {
      ownership.drop();
    }
  }

  /**
   * {@return this end with other options}; this object is moved. See {@link IpcSender#withOptions}.
   *
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public OpaqueSender withOptions(ChannelOptions other) {
    return new OpaqueSender(moveOut(SendPort.class, false, "withOptions()"), other.withReach(options.reach()));
  }

  /**
   * {@return this end as one for messages of {@code type}}; this object is moved. Nothing checks the claim: a receiver of
   * another type gets a {@link org.ferryipc.core.failure.SerializationException} for each message.
   *
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public <T> IpcSender<T> typed(MessageType<T> type) {
    SendPort moved = moveOut(SendPort.class, false, "typed()");
    return new IpcSender<>(moved, type, options, new Ownership(moved));
  }

  /**
   * As {@link #typed(MessageType)}.
   *
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public <T> IpcSender<T> typed(Class<T> type) {
    return typed(MessageType.of(type));
  }

  /** Closes this reference with a reason for the receiver; see {@link IpcSender#close(CloseReason.Closed)}. */
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
    return "OpaqueSender";
  }
}
