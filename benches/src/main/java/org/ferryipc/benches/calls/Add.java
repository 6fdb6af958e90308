package org.ferryipc.benches.calls;

import java.io.IOException;
import org.ferryipc.benches.typed.Ends;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.rpc.Rpc;
import org.ferryipc.rpc.RpcConnection;
import org.ferryipc.rpc.RpcMessage;
import org.ferryipc.rpc.RpcOptions;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does a call of two numbers cost that another process answers with one? */
@State(Scope.Thread)
public class Add {
  private int next;

  @SuppressWarnings("NullAway.Init") // by open
  private IpcProcess<RpcMessage, RpcMessage> child;

  @SuppressWarnings("NullAway.Init") // by open
  private RpcConnection connection;

  @SuppressWarnings("NullAway.Init") // by open
  private Adder adder;

  /** Starts the other process. */
  @Setup
  public void open() throws IOException, InterruptedException {
    child = IpcProcess.java(AdderProcess.class).start(RpcMessage.class, RpcMessage.class);
    connection = Rpc.over(child.accept(), RpcOptions.defaults().withChannel(Ends.SOCKET));
    adder = connection.remote(Adder.class);
  }

  /** Calls. */
  @Benchmark
  public int add() {
    int sum = adder.add(next, 1);
    if (sum != next + 1) {
      throw new IllegalStateException("wrong sum");
    }
    next = sum;
    return sum;
  }

  /** Ends the other process. */
  @TearDown
  public void close() throws InterruptedException {
    connection.close();
    connection.await();
    child.close();
  }
}
