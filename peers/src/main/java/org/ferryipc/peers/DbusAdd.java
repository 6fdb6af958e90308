package org.ferryipc.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ferryipc.benches.calls.Callers;
import org.freedesktop.dbus.connections.impl.DirectConnection;
import org.freedesktop.dbus.connections.impl.DirectConnectionBuilder;
import org.freedesktop.dbus.exceptions.DBusException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does a call of two numbers cost by dbus-java, from one peer to the other? */
@State(Scope.Thread)
public class DbusAdd {
  private final Callers callers = new Callers();

  @SuppressWarnings("NullAway.Init") // by open
  private PeerProcess server;

  @SuppressWarnings("NullAway.Init") // by open
  private DirectConnection connection;

  @SuppressWarnings("NullAway.Init") // by open
  private RemoteDbusAdder adder;

  /** Starts the other process. */
  @Setup
  public void open() throws IOException, InterruptedException, DBusException {
    server = PeerProcess.start(DbusServer.class);
    Path socket = server.folder().resolve("dbus");
    while (!Files.exists(socket)) { // it listens in a moment
      Thread.onSpinWait();
    }
    connection = DirectConnectionBuilder.forAddress(DbusServer.address(server.folder())).build();
    connection.connect();
    adder = connection.getRemoteObject(DbusServer.OBJECT, RemoteDbusAdder.class);
  }

  /** Calls. */
  @Benchmark
  public int add() {
    return callers.one(adder::add);
  }

  /** Calls from sixteen threads at a time. */
  @Benchmark
  @OperationsPerInvocation(Callers.CALLS)
  public int addBySixteen() throws InterruptedException {
    return callers.run(adder::add);
  }

  /** Ends the other process. */
  @TearDown
  public void close() throws IOException, InterruptedException {
    callers.close();
    connection.disconnect();
    server.close();
  }
}
