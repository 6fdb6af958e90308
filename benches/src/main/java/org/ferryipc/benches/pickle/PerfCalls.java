package org.ferryipc.benches.pickle;

import java.io.IOException;
import org.ferryipc.benches.crossing.Where;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.rpc.Rpc;
import org.ferryipc.rpc.RpcConnection;
import org.ferryipc.rpc.RpcMessage;
import org.ferryipc.rpc.RpcOptions;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does a string cost as argument and result of a call, if both sides copy it, and if they read it where it lies?
 */
@State(Scope.Thread)
public class PerfCalls {
  /** The payload's length. */
  @Param({"12", "144", "1728", "20736", "248832"})
  public int bytes = 12;

  /** How it is read, by both sides. */
  @Param({"copy", "borrow", "smile"})
  public String read = "copy";

  /** Whether calls go by a lane. */
  @Param({"off", "on"})
  public String lanes = "off";

  /** Where both sides run. */
  @Param({"one-core", "two-cores"})
  public String placement = "one-core";

  private String payload = "";
  private int id;

  @SuppressWarnings("NullAway.Init") // by open
  private IpcProcess<RpcMessage, RpcMessage> child;

  @SuppressWarnings("NullAway.Init") // by open
  private RpcConnection connection;

  @SuppressWarnings("NullAway.Init") // by open
  private Reflector reflector;

  /** Starts the other process. */
  @Setup
  public void open() throws IOException, InterruptedException {
    Where.of(placement).here();
    payload = "a".repeat(bytes);
    ChannelOptions channel = Way.of(read).options(lanes);
    child =
        IpcProcess.java(ReflectorProcess.class, read, lanes, placement)
            .options(DoorwayOptions.of(channel))
            .start(RpcMessage.class, RpcMessage.class);
    connection = Rpc.over(child.accept(), RpcOptions.defaults().withChannel(channel));
    reflector = connection.remote(Reflector.class);
  }

  /** Calls and waits: {@code MultiprocessSync}. */
  @Benchmark
  public int call() {
    return checked(reflector.reflect(next()));
  }

  /** Calls, and is given the result later: {@code Multiprocess}. */
  @Benchmark
  public int callLater() {
    return checked(reflector.reflectLater(next()).join());
  }

  private Ping next() {
    return new Ping(System.nanoTime(), ++id, payload);
  }

  private int checked(Ping got) {
    if (got.id() != id || got.payload().length() != payload.length()) {
      throw new IllegalStateException("called with ping " + id + ", got " + got.id());
    }
    return id;
  }

  /** Ends the other process. */
  @TearDown
  public void close() throws InterruptedException {
    connection.close();
    connection.await();
    child.close();
  }
}
