package org.ferryipc.core.doorway;

import java.time.Duration;
import java.util.Optional;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.PeerIdentity;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.IpcTimeoutException;
import org.ferryipc.core.transport.Admission;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.DoorwayTransport;
import org.ferryipc.core.transport.DuplexPort;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.Gate;
import org.ferryipc.core.transport.GateRequest;
import org.ferryipc.core.transport.Greeting;

/**
 * A name to which any number of clients connect; each gets a two-way channel of its own. This side sends {@code Out} and
 * receives {@code In}; a client names them the other way round.
 *
 * <p>Clients are let in at all times by a thread of Ferry's: connecting does not wait for {@link #accept}. At most {@value
 * #WAITING} wait to be accepted; more wait in the kernel's queue, and then in their call. (Within one process,
 * {@link org.ferryipc.core.Reach#PROCESS}, any number may wait.)
 *
 * <p>Any thread may use it; several may wait in accept. Who a client is, {@link Duplex#peer} tells. Closing the listener
 * leaves accepted channels alone. What it does not do: it has no threads for its clients.
 */
public final class IpcListener<Out, In> implements AutoCloseable {
  /** How many clients may wait to be accepted. */
  public static final int WAITING = 64;

  private final Gate<DuplexPort> gate;
  private final MessageType<Out> out;
  private final MessageType<In> in;
  private final DoorwayOptions options;

  private IpcListener(Gate<DuplexPort> gate, MessageType<Out> out, MessageType<In> in, DoorwayOptions options) {
    this.gate = gate;
    this.out = out;
    this.in = in;
    this.options = options;
  }

  /**
   * {@return a listener with a name of its own making}
   *
   * @throws IpcException as {@link OneShotServer#open(MessageType, DoorwayOptions)}
   */
  public static <Out, In> IpcListener<Out, In> open(Class<Out> out, Class<In> in) throws IpcException {
    return open(MessageType.of(out), MessageType.of(in), DoorwayOptions.defaults());
  }

  /**
   * {@return a listener with a name of its own making}
   *
   * @throws IpcException as {@link OneShotServer#open(MessageType, DoorwayOptions)}
   */
  public static <Out, In> IpcListener<Out, In> open(
      MessageType<Out> out, MessageType<In> in, DoorwayOptions options) throws IpcException {
    return open(Optional.empty(), out, in, options);
  }

  /**
   * {@return a listener with a given name}
   *
   * @param name see {@link org.ferryipc.core.doorway}
   * @throws IpcException as {@link OneShotServer#open(String, MessageType, DoorwayOptions)}
   * @throws IllegalArgumentException if {@code name} can be no name on this system
   */
  public static <Out, In> IpcListener<Out, In> open(String name, Class<Out> out, Class<In> in) throws IpcException {
    return open(name, MessageType.of(out), MessageType.of(in), DoorwayOptions.defaults());
  }

  /**
   * {@return a listener with a given name}
   *
   * @param name see {@link org.ferryipc.core.doorway}
   * @throws IpcException as {@link OneShotServer#open(String, MessageType, DoorwayOptions)}
   * @throws IllegalArgumentException if {@code name} can be no name on this system
   */
  public static <Out, In> IpcListener<Out, In> open(
      String name, MessageType<Out> out, MessageType<In> in, DoorwayOptions options) throws IpcException {
    return open(Optional.of(name), out, in, options);
  }

  private static <Out, In> IpcListener<Out, In> open(
      Optional<String> name, MessageType<Out> out, MessageType<In> in, DoorwayOptions options) throws IpcException {
    GateRequest request =
        new GateRequest(name, Greeting.duplex(out, in, options), GateRequest.Guests.MANY, options);
    return new IpcListener<>(DoorwayTransport.of(EndAccess.get().transport(options.channel().reach())).openTwoWay(request), out, in, options);
  }

  /** {@return what clients connect to}: an absolute path, or {@code @} and a text; known also after the end */
  public String name() {
    return gate.name();
  }

  /**
   * Waits for the next client; its channel is the caller's. The client may have gone away again, which the channel tells.
   *
   * @throws IpcException if the system refuses
   * @throws InterruptedException if the thread is interrupted before or while it waits; no client was taken
   * @throws HandleClosedException if the listener is closed, also when another thread closes it during the wait; or if the
   *     system has ended its doorway, which the log tells with the cause
   */
  public Duplex<Out, In> accept() throws IpcException, InterruptedException {
    return accept(Deadline.NEVER, Duration.ZERO);
  }

  /**
   * As {@link #accept()}, no longer than {@code limit}.
   *
   * @throws IpcTimeoutException if the limit has passed; the listener stays open
   * @throws IpcException as {@link #accept()}
   * @throws InterruptedException as {@link #accept()}
   */
  public Duplex<Out, In> accept(Duration limit) throws IpcException, InterruptedException {
    return accept(Deadline.after(limit), limit);
  }

  private Duplex<Out, In> accept(Deadline deadline, Duration limit) throws IpcException, InterruptedException {
    return switch (gate.accept(deadline)) {
      case Admission.Guest<DuplexPort>(DuplexPort port, PeerIdentity peer) ->
          EndAccess.get().duplex(port, out, in, options.channel());
      case Admission.TooLate<DuplexPort> tooLate -> throw new IpcTimeoutException("accept on " + this, limit);
      case Admission.Over<DuplexPort> over -> throw new HandleClosedException(toString());
    };
  }

  /**
   * Closes the listener and removes its name; clients that nobody accepted find their channels closed. Wakes waiting
   * accepts. Idempotent; any thread may call it. Waits up to a second for a {@linkplain PeerPolicy policy} that is being
   * asked.
   */
  @Override
  public void close() {
    gate.close();
  }

  /** {@return the types and the name} */
  @Override
  public String toString() {
    return "IpcListener<" + out + ", " + in + ">[" + gate.name() + "]";
  }
}
