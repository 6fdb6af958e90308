package org.ferryipc.benches.calls;

import java.io.IOException;
import org.ferryipc.benches.crossing.Where;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.rpc.Rpc;
import org.ferryipc.rpc.RpcConnection;
import org.ferryipc.rpc.RpcMessage;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does a call cost that another process answers? */
@State(Scope.Thread)
public class Add {
  /** Whether calls go by a lane. */
  @Param({"off", "on"})
  public String lanes = "off";

  /** Whether the other process runs them one after the other. */
  @Param({Mode.ORDERED, Mode.CONCURRENT})
  public String execution = Mode.ORDERED;

  /** Where both run. */
  @Param({"two-cores", "anywhere"})
  public String placement = "two-cores";

  private final Callers callers = new Callers();

  @SuppressWarnings("NullAway.Init") // by open
  private IpcProcess<RpcMessage, RpcMessage> child;

  @SuppressWarnings("NullAway.Init") // by open
  private RpcConnection connection;

  @SuppressWarnings("NullAway.Init") // by open
  private Adder adder;

  /** Starts the other process. */
  @Setup
  public void open() throws IOException, InterruptedException {
    child =
        IpcProcess.java(AdderProcess.class, lanes, execution, placement)
            .options(DoorwayOptions.of(Mode.channel(lanes)))
            .start(RpcMessage.class, RpcMessage.class);
    Where.of(placement).here();
    connection = Rpc.over(child.accept(), Mode.of(lanes, execution));
    adder = connection.remote(Adder.class);
  }

  /** Calls with two numbers, and gets one. */
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

  /** Gets a descriptor, and closes it. */
  @Benchmark
  public OwnedFd descriptor() throws IOException {
    OwnedFd got = adder.descriptor();
    got.close();
    return got;
  }

  /** Ends the other process. */
  @TearDown
  public void close() throws InterruptedException {
    callers.close();
    connection.close();
    connection.await();
    child.close();
  }
}
