package org.ferryipc.core.doorway;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.PeerIdentity;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.IpcTimeoutException;
import org.ferryipc.core.transport.Admission;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.DoorwayTransport;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.Gate;
import org.ferryipc.core.transport.GateRequest;
import org.ferryipc.core.transport.Greeting;
import org.ferryipc.core.transport.ReceivePort;
import org.jspecify.annotations.Nullable;

/**
 * A name to which one client connects, once, to send messages of one type.
 *
 * <p>{@snippet :
 * try (var server = OneShotServer.open(Report.class)) {
 *   start(server.name());
 *   FirstMessage<Report> first = server.accept(Duration.ofSeconds(10));
 *   ...
 * }
 * }
 *
 * <p>Clients are let in from the moment the server is open, by a thread of Ferry's: connecting does not wait for {@link
 * #accept}. The first that passes the checks gets the channel and uses up the name; those who do not pass change nothing.
 * The name is gone from the file system then, and after {@link #close}, and when the process ends in order.
 *
 * <p>Any thread may use it; accepts take turns. What it does not do: it serves no second client, see {@link IpcListener}.
 */
public final class OneShotServer<T> implements AutoCloseable {
  private final Gate<ReceivePort> gate;
  private final MessageType<T> type;
  private final DoorwayOptions options;
  private final ReentrantLock turn = new ReentrantLock();
  private final Object state = new Object();
  private @Nullable Client<T> client; // guarded by state; changed under turn
  private boolean closed; // guarded by state

  private record Client<T>(IpcReceiver<T> receiver, PeerIdentity peer) {}

  private OneShotServer(Gate<ReceivePort> gate, MessageType<T> type, DoorwayOptions options) {
    this.gate = gate;
    this.type = type;
    this.options = options;
  }

  /**
   * {@return a server with a name of its own making}
   *
   * @throws IpcException as {@link #open(MessageType, DoorwayOptions)}
   */
  public static <T> OneShotServer<T> open(Class<T> type) throws IpcException {
    return open(MessageType.of(type), DoorwayOptions.defaults());
  }

  /**
   * {@return a server with a name of its own making}
   *
   * @throws org.ferryipc.core.failure.ResourceExhaustedException if the system has no descriptor left
   * @throws IpcException if the system refuses, for instance because the temporary directory's path is too long for a
   *     socket; nothing is left behind
   */
  public static <T> OneShotServer<T> open(MessageType<T> type, DoorwayOptions options) throws IpcException {
    return open(Optional.empty(), type, options);
  }

  /**
   * {@return a server with a given name}
   *
   * @param name see {@link org.ferryipc.core.doorway}
   * @throws org.ferryipc.core.failure.RefusedException if anything but the socket of a server that is gone has the name
   * @throws org.ferryipc.core.failure.LimitExceededException if the name has too many bytes; no file was made
   * @throws IllegalArgumentException if {@code name} can be no name on this system
   * @throws IpcException if the system refuses; nothing is left behind
   */
  public static <T> OneShotServer<T> open(String name, MessageType<T> type, DoorwayOptions options)
      throws IpcException {
    return open(Optional.of(name), type, options);
  }

  private static <T> OneShotServer<T> open(Optional<String> name, MessageType<T> type, DoorwayOptions options)
      throws IpcException {
    GateRequest request =
        new GateRequest(name, Greeting.receiver(type, options), GateRequest.Guests.ONE, options);
    return new OneShotServer<>(DoorwayTransport.of(EndAccess.get().transport(options.channel().reach())).openOneWay(request), type, options);
  }

  /** {@return what the client connects to}: an absolute path, or {@code @} and a text; known also after the end */
  public String name() {
    return gate.name();
  }

  /**
   * Waits for the client and its first message; the server has done its work then.
   *
   * @throws DisconnectedException if the client went away without having sent anything; the server is closed
   * @throws org.ferryipc.core.failure.SerializationException if the first message does not decode; the server and the
   *     channel are closed
   * @throws IpcException as {@link IpcReceiver#receive} for the first message; the server and the channel are closed
   * @throws InterruptedException if the thread is interrupted before or while it waits; the server stays open
   * @throws HandleClosedException if the server is closed or has done its work, also when another thread closes it during
   *     the wait
   */
  public FirstMessage<T> accept() throws IpcException, InterruptedException {
    return accept(Deadline.NEVER, Duration.ZERO);
  }

  /**
   * As {@link #accept()}, no longer than {@code limit} for both the client and its first message.
   *
   * @throws IpcTimeoutException if the limit has passed; the server stays open, and a client that has connected keeps its
   *     place
   * @throws IpcException as {@link #accept()}
   * @throws InterruptedException as {@link #accept()}
   */
  public FirstMessage<T> accept(Duration limit) throws IpcException, InterruptedException {
    return accept(Deadline.after(limit), limit);
  }

  private FirstMessage<T> accept(Deadline deadline, Duration limit) throws IpcException, InterruptedException {
    if (!turn.tryLock(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
      throw late(limit);
    }
    try {
      Client<T> found = client();
      if (found == null) {
        found = nextClient(deadline, limit);
      }
      return firstMessage(found, deadline, limit);
    } finally {
      turn.unlock();
    }
  }

  private @Nullable Client<T> client() {
    synchronized (state) {
      if (closed) {
        throw new HandleClosedException(toString());
      }
      return client;
    }
  }

  private Client<T> nextClient(Deadline deadline, Duration limit) throws IpcException, InterruptedException {
    return switch (gate.accept(deadline)) {
      case Admission.Guest<ReceivePort>(ReceivePort port, PeerIdentity peer) -> {
        IpcReceiver<T> receiver = EndAccess.get().receiver(port, type, options.channel());
        Client<T> arrived = new Client<>(receiver, peer);
        synchronized (state) {
          if (!closed) {
            client = arrived;
            yield arrived;
          }
        }
        receiver.close();
        throw new HandleClosedException(toString());
      }
      case Admission.TooLate<ReceivePort> tooLate -> throw late(limit);
      case Admission.Over<ReceivePort> over -> throw new HandleClosedException(toString());
    };
  }

  private FirstMessage<T> firstMessage(Client<T> from, Deadline deadline, Duration limit)
      throws IpcException, InterruptedException {
    boolean over = true;
    try {
      Received<Delivery<T>> first = from.receiver().tryTake(Duration.ofNanos(deadline.remainingNanos()));
      switch (first) {
        case Received.Message<Delivery<T>>(Delivery<T> message) -> {
          synchronized (state) {
            if (!closed) {
              client = null; // the caller's now: closing this server must not close it
              return new FirstMessage<>(from.receiver(), message, from.peer());
            }
          }
          message.close();
          throw new HandleClosedException(toString());
        }
        case Received.Closed<Delivery<T>>(var reason) -> throw new DisconnectedException(toString(), reason);
        case Received.Empty<Delivery<T>> empty -> {
          over = false;
          throw late(limit);
        }
      }
    } catch (InterruptedException e) {
      over = false;
      throw e;
    } catch (HandleStateException e) {
      HandleClosedException mine = new HandleClosedException(toString()); // the receiver is unknown to the caller
      mine.initCause(e);
      throw mine;
    } finally {
      if (over) {
        close();
      }
    }
  }

  private IpcTimeoutException late(Duration limit) {
    return new IpcTimeoutException("accept on " + this, limit);
  }

  /**
   * Closes the server and removes its name; a client that has connected and was not accepted finds its channel closed.
   * Wakes a waiting accept. Does nothing more when it has done its work. Idempotent; any thread may call it. Waits up to a
   * second for a {@linkplain PeerPolicy policy} that is being asked.
   */
  @Override
  public void close() {
    Client<T> dropped;
    synchronized (state) {
      closed = true;
      dropped = client;
      client = null;
    }
    gate.close();
    if (dropped != null) {
      dropped.receiver().close();
    }
  }

  /** {@return the type and the name} */
  @Override
  public String toString() {
    return "OneShotServer<" + type + ">[" + gate.name() + "]";
  }
}
