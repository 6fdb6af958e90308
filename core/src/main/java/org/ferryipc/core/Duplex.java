package org.ferryipc.core;

import java.time.Duration;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.ownership.CleanupNet;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.ownership.Tether;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.DuplexPort;
import org.ferryipc.core.transport.Gathered;
import org.ferryipc.core.transport.Incoming;

/**
 * One end of a two-way channel: sends {@code Out}, receives {@code In}, over one descriptor.
 *
 * <p>Each direction behaves as {@link IpcSender} and {@link IpcReceiver} do, and blocks on its own. There is one object
 * per end: it cannot be shared, and it cannot be sent through itself.
 */
public final class Duplex<Out, In> extends Owned implements Handle {
  private final DuplexPort port;
  private final ChannelOptions options;
  private final Sending<Out> sending;
  private final Receiving receiving;
  private final Decoding<In> decoding;

  Duplex(
      DuplexPort port,
      MessageType<Out> out,
      MessageType<In> in,
      ChannelOptions options,
      Ownership ownership,
      Tether life) {
    this(port, out, new Decoding<>(in, options, "Duplex"), options, ownership, life);
  }

  private Duplex(
      DuplexPort port,
      MessageType<Out> out,
      Decoding<In> decoding,
      ChannelOptions options,
      Ownership ownership,
      Tether life) {
    super(ownership, life);
    this.port = port;
    this.options = options;
    this.sending = new Sending<>(this, port, out, options);
    this.receiving = new Receiving(this, port, options);
    this.decoding = decoding;
  }

  Duplex(DuplexPort port, MessageType<Out> out, MessageType<In> in, ChannelOptions options) {
    Ownership owned = new Ownership(port);
    this(port, out, in, options, owned, CleanupNet.watch(owned));
  }

  /**
   * As {@link IpcSender#send}.
   *
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public void send(Out message) throws IpcException, InterruptedException {
    sending.send(message, Deadline.NEVER);
  }

  /**
   * As {@link IpcSender#trySend(Object)}.
   *
   * @throws IpcException as there
   */
  public boolean trySend(Out message) throws IpcException {
    try {
      return sending.send(message, Deadline.AT_ONCE);
    } catch (InterruptedException e) {
      throw new AssertionError("a try does not wait", e);
    }
  }

  /**
   * As {@link IpcSender#trySend(Object, Duration)}.
   *
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public boolean trySend(Out message, Duration limit) throws IpcException, InterruptedException {
    return sending.send(message, Deadline.after(limit));
  }

  /**
   * As {@link IpcReceiver#receive}.
   *
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public In receive() throws IpcException, InterruptedException {
    return take().keep();
  }

  /**
   * As {@link IpcReceiver#take}.
   *
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public Delivery<In> take() throws IpcException, InterruptedException {
    decoding.prepare();
    return switch (receiving.next(Deadline.NEVER)) {
      case Incoming message -> decoding.decode(message);
      case Arrival.End over -> throw new DisconnectedException(label(), over.reason());
      case Arrival.Nothing n -> throw new AssertionError("an unbounded wait ended with nothing");
    };
  }

  /**
   * As {@link IpcReceiver#tryReceive()}.
   *
   * @throws IpcException as there
   */
  public Received<In> tryReceive() throws IpcException {
    try {
      return decoding.receive(receiving, Deadline.AT_ONCE);
    } catch (InterruptedException e) {
      throw new AssertionError("a try does not wait", e);
    }
  }

  /**
   * As {@link IpcReceiver#tryReceive(Duration)}.
   *
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public Received<In> tryReceive(Duration limit) throws IpcException, InterruptedException {
    return decoding.receive(receiving, Deadline.after(limit));
  }

  /**
   * As {@link IpcReceiver#tryTake()}.
   *
   * @throws IpcException as there
   */
  public Received<Delivery<In>> tryTake() throws IpcException {
    try {
      return decoding.take(receiving, Deadline.AT_ONCE);
    } catch (InterruptedException e) {
      throw new AssertionError("a try does not wait", e);
    }
  }

  /**
   * As {@link IpcReceiver#tryTake(Duration)}.
   *
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public Received<Delivery<In>> tryTake(Duration limit) throws IpcException, InterruptedException {
    return decoding.take(receiving, Deadline.after(limit));
  }

  /**
   * As {@link IpcSender#loan}.
   *
   * @throws IpcException as there
   */
  public LoanedMessage loan(long size) throws IpcException {
    return LoanedMessage.of(this, port, options.limits(), size);
  }

  /** {@return the memory in which the large and loaned messages travel that this end sends} */
  public ChannelRegions regions() {
    return new PortsRegions(port);
  }

  /**
   * As {@link IpcReceiver#takeLoaned}.
   *
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public ReceivedLoan takeLoaned() throws IpcException, InterruptedException {
    return ReceivedLoan.take(receiving, label());
  }

  /**
   * As {@link IpcReceiver#tryTakeLoaned()}.
   *
   * @throws IpcException as there
   */
  public Received<ReceivedLoan> tryTakeLoaned() throws IpcException {
    return ReceivedLoan.poll(receiving);
  }

  /**
   * As {@link IpcReceiver#tryTakeLoaned(Duration)}.
   *
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public Received<ReceivedLoan> tryTakeLoaned(Duration limit) throws IpcException, InterruptedException {
    return ReceivedLoan.poll(receiving, Deadline.after(limit));
  }

  Receiving receiving() {
    return receiving;
  }

  /** {@return a new handle for the same port}, of which only one may live on */
  Gathered<Duplex<Out, In>, In> again() throws SerializationException {
    decoding.prepare();
    Ownership owned = new Ownership(port);
    Duplex<Out, In> fresh =
        new Duplex<>(port, sending.type(), decoding, options, owned, CleanupNet.watch(owned));
    return new Gathered<>(fresh, port, options, decoding::decode);
  }

  /**
   * {@return this end with other options}; this object is moved. See {@link IpcSender#withOptions}.
   *
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public Duplex<Out, In> withOptions(ChannelOptions other) {
    DuplexPort moved = moveOut(DuplexPort.class, true, "withOptions()");
    return new Duplex<>(moved, sending.type(), decoding.type(), other.withReach(options.reach()));
  }

  /** {@return what is known of the other end's process}; empty unless a doorway or the start of a child told it */
  public PeerIdentity peer() {
    return port.peer();
  }

  /** Closes this end with a reason for the other side; else as {@link IpcSender#close(CloseReason.Closed)}. */
  public void close(CloseReason.Closed reason) {
    ownership.closeQuietly(reason);
  }

  /** Closes this end, both directions; see {@link Handle#close}. Unread messages are lost, their handles closed. */
  @Override
  public void close() {
    ownership.closeQuietly();
  }

  @Override
  String label() {
    return "Duplex<" + sending.type() + ", " + decoding.type() + ">";
  }
}
