package org.ferryipc.peers;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.rmi.RemoteException;
import java.util.Base64;
import org.ferryipc.benches.calls.Callers;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does a call of two numbers cost by RMI? */
@State(Scope.Thread)
public class RmiAdd {
  private final Callers callers = new Callers();

  @SuppressWarnings("NullAway.Init") // by open
  private PeerProcess server;

  @SuppressWarnings("NullAway.Init") // by open
  private RmiServer.RemoteAdder adder;

  /** Starts the other process. */
  @Setup
  public void open() throws IOException, InterruptedException, ClassNotFoundException {
    server = PeerProcess.start(RmiServer.class, RmiServer.ON_LOOPBACK);
    byte[] stub = Base64.getDecoder().decode(server.said());
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(stub))) {
      adder = (RmiServer.RemoteAdder) in.readObject();
    }
  }

  /** Calls. */
  @Benchmark
  public int add() {
    return callers.one(this::call);
  }

  /** Calls from sixteen threads at a time. */
  @Benchmark
  @OperationsPerInvocation(Callers.CALLS)
  public int addBySixteen() throws InterruptedException {
    return callers.run(this::call);
  }

  private int call(int a, int b) {
    try {
      return adder.add(a, b);
    } catch (RemoteException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Ends the other process. */
  @TearDown
  public void close() throws IOException, InterruptedException {
    callers.close();
    server.close();
  }
}
