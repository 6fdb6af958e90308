package org.ferryipc.rpc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.doorway.IpcListener;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.ownership.FerryLog;
import org.ferryipc.core.transport.Deadline;

/**
 * Serves an interface at a name to any number of clients, each with a connection and an implementation of its own. Any
 * thread may use it. A client that ends, or breaks the protocol, costs its own connection.
 */
public final class RpcServer implements AutoCloseable {
  // What close() gives to implementations that are asked to stop: they are interrupted, and most end at once.
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final IpcListener<RpcMessage, RpcMessage> listener;
  private final InterfacePlan plan;
  private final Function<? super RpcCaller, ?> implementation;
  private final RpcOptions options;
  // Somebody joins, and closing begins, under its monitor: so who shuts the server down sees all that are in, and whoever comes
  // later sees that it is closing. They leave without it.
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean closing;

  RpcServer(
      IpcListener<RpcMessage, RpcMessage> listener,
      InterfacePlan plan,
      Function<? super RpcCaller, ?> implementation,
      RpcOptions options) {
    this.listener = listener;
    this.plan = plan;
    this.implementation = implementation;
    this.options = options;
    Thread unused = Thread.ofPlatform().daemon().name("ferry-rpc-accept").start(this::accept);
  }

  /** {@return what clients connect to} */
  public String name() {
    return listener.name();
  }

  /** {@return how many clients are connected} */
  public int connections() {
    return connections.size();
  }

  private void accept() {
    while (!closing) {
      try {
        admit(listener.accept());
      } catch (HandleStateException over) {
        if (!closing) {
          FerryLog.log(System.Logger.Level.ERROR, this + " lets nobody in any more: its doorway has ended", over);
        }
        closed.countDown();
        return;
      } catch (IpcException refused) {
        logRefused(refused);
      } catch (InterruptedException notOurs) {
        // By whom the program let interrupt this thread; it ends when the listener does.
      }
    }
  }

  private void logRefused(Throwable why) {
    FerryLog.log(System.Logger.Level.WARNING, "a client could not be let in at " + listener.name(), why);
  }

  // What one client cannot be given, for want of memory or threads, costs that client.
  private void admit(Duplex<RpcMessage, RpcMessage> end) {
    try (end) { // moved, if all goes well
      welcome(new Connection(end, options));
    } catch (RuntimeException | Error refused) {
      logRefused(refused);
    }
  }

  // Making an implementation is the program's code, and no client waits for another's.
  private void welcome(Connection connection) {
    if (!join(connection)) {
      connection.close();
      return;
    }
    connection.whenOver(() -> connections.remove(connection));
    boolean begun = false;
    try {
      Thread.ofVirtual().name("ferry-rpc-welcome").start(() -> begin(connection));
      begun = true;
    } finally {
      if (!begun) {
        connection.close();
      }
    }
  }

  private boolean join(Connection connection) {
    synchronized (connections) {
      return !closing && connections.add(connection);
    }
  }

  /** {@return all who are in}; from now on nobody else comes */
  private List<Connection> closeDoor() {
    List<Connection> all;
    synchronized (connections) {
      closing = true;
      all = new ArrayList<>(connections);
    }
    listener.close();
    return all;
  }

  private void begin(Connection connection) {
    try {
      RpcServing.begin(plan, implementation, connection, new RpcConnection(connection));
    } catch (Throwable refused) {
      FerryLog.log(System.Logger.Level.WARNING, "no implementation of " + plan + " for a client", refused);
      CloseReason.Closed reason = Fault.goodbye("the server has no implementation for this client: " + refused);
      connection.end(new Ending(reason, reason.text(), true));
    }
  }

  /**
   * Waits until the server is closed, or lets nobody in any more because the system has ended its doorway, which the
   * log tells with the cause.
   *
   * @throws InterruptedException if the thread is interrupted meanwhile
   */
  public void await() throws InterruptedException {
    closed.await();
  }

  /**
   * Ends the server in order: lets no client in any more, refuses new calls, lets running ones end, cancels after
   * {@code limit} what still runs, and tells every client the reason.
   *
   * @param reason what clients are told, as of {@link RpcConnection#shutdown}
   * @throws InterruptedException if the thread is interrupted meanwhile; the server is closed
   */
  public void shutdown(Duration limit, String reason) throws InterruptedException {
    Deadline deadline = Deadline.after(limit);
    boolean done = false;
    try {
      List<Connection> all = closeDoor();
      all.forEach(connection -> connection.leave(reason));
      for (Connection connection : all) {
        connection.shutdown(Duration.ofNanos(deadline.remainingNanos()), reason);
      }
      done = true;
    } finally {
      if (!done) {
        connections.forEach(Connection::close);
      }
      awaitEnds();
      closed.countDown();
    }
  }

  private void awaitEnds() {
    Deadline deadline = Deadline.after(PATIENCE);
    boolean interrupted = false;
    for (Connection connection : new ArrayList<>(connections)) {
      if (IncomingCall.depthOn(connection) > 0) {
        continue; // it is a call of this very connection that closes the server
      }
      try {
        var unused = connection.ended().get(Math.max(1, deadline.remainingNanos()), TimeUnit.NANOSECONDS);
      } catch (InterruptedException later) {
        interrupted = true;
      } catch (TimeoutException stillRunning) {
        FerryLog.log(System.Logger.Level.WARNING, "a call on " + connection + " does not end", null);
      } catch (ExecutionException never) {
        throw new AssertionError(never);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Closes the server at once, as {@link #shutdown} without a limit would; waits up to two seconds for calls that run.
   */
  @Override
  public void close() {
    closeDoor().forEach(Connection::close);
    awaitEnds();
    closed.countDown();
  }

  /** {@return the interface and the name} */
  @Override
  public String toString() {
    return "RpcServer of " + plan + "[" + listener.name() + "]";
  }
}
