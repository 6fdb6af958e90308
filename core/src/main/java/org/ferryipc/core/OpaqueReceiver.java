package org.ferryipc.core;

import java.time.Duration;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.ownership.CleanupNet;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.ownership.Tether;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.Gathered;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.ReceivePort;

/** The receiving end of a channel whose type is not known here; gives messages undecoded. */
public final class OpaqueReceiver extends Owned implements Handle {
  private final ChannelOptions options;
  private final Receiving receiving;

  OpaqueReceiver(ReceivePort port, ChannelOptions options, Ownership ownership, Tether life) {
    super(ownership, life);
    this.options = options;
    this.receiving = new Receiving(this, port, options);
  }

  private OpaqueReceiver(ReceivePort port, ChannelOptions options, Ownership ownership) {
    this(port, options, ownership, CleanupNet.watch(ownership));
  }

  OpaqueReceiver(ReceivePort port, ChannelOptions options) {
    this(port, options, new Ownership(port));
  }

  /**
   * Waits for the next message.
   *
   * @throws IpcException as {@link IpcReceiver#receive}, decoding apart
   * @throws InterruptedException if the thread is interrupted while it waits; nothing was taken
   */
  public OpaqueMessage receive() throws IpcException, InterruptedException {
    return switch (receiving.next(Deadline.NEVER)) {
      case Incoming message -> new OpaqueMessage(message, options);
      case Arrival.End over -> throw new DisconnectedException(label(), over.reason());
      case Arrival.Nothing n -> throw new AssertionError("an unbounded wait ended with nothing");
    };
  }

  /**
   * Takes the next message if it is there; never waits.
   *
   * @throws IpcException as {@link #receive}, but for the end, which is a value
   */
  public Received<OpaqueMessage> tryReceive() throws IpcException {
    try {
      return poll(Deadline.AT_ONCE);
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
  public Received<OpaqueMessage> tryReceive(Duration limit) throws IpcException, InterruptedException {
    return poll(Deadline.after(limit));
  }

  private Received<OpaqueMessage> poll(Deadline deadline) throws IpcException, InterruptedException {
    return switch (receiving.next(deadline)) {
      case Incoming message -> new Received.Message<>(new OpaqueMessage(message, options));
      case Arrival.End over -> new Received.Closed<>(over.reason());
      case Arrival.Nothing n -> new Received.Empty<>();
    };
  }

  Receiving receiving() {
    return receiving;
  }

  /** {@return a new handle for the same port}, of which only one may live on */
  Gathered<OpaqueReceiver, OpaqueMessage> again() {
    ReceivePort port = (ReceivePort) ownership.resource();
    OpaqueReceiver fresh = new OpaqueReceiver(port, options);
    return new Gathered<>(fresh, port, options, message -> new OpaqueMessage(message, options).delivery());
  }

  /**
   * {@return this end with other options}; this object is moved. See {@link IpcSender#withOptions}.
   *
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public OpaqueReceiver withOptions(ChannelOptions other) {
    return new OpaqueReceiver(moveOut(ReceivePort.class, true, "withOptions()"), other.withReach(options.reach()));
  }

  /**
   * {@return this end as one for messages of {@code type}}; this object is moved
   *
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public <T> IpcReceiver<T> typed(MessageType<T> type) {
    ReceivePort moved = moveOut(ReceivePort.class, true, "typed()");
    return new IpcReceiver<>(moved, type, options, new Ownership(moved));
  }

  /**
   * As {@link #typed(MessageType)}.
   *
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public <T> IpcReceiver<T> typed(Class<T> type) {
    return typed(MessageType.of(type));
  }

  /** Closes the receiver; see {@link IpcReceiver#close}. */
  @Override
  public void close() {
    ownership.closeQuietly();
  }

  @Override
  String label() {
    return "OpaqueReceiver";
  }
}
