package org.ferryipc.benches.typed;

import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.failure.IpcException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does the smallest typed message cost, sent and received? */
@State(Scope.Thread)
public class TransferEmpty {
  /** Whether the message goes by a lane. */
  @Param({"off", "on"})
  public String lanes = "off";

  private final Empty message = new Empty();

  @SuppressWarnings("NullAway.Init") // by open
  private IpcChannel<Empty> channel;

  /** Makes the channel. */
  @Setup
  public void open() throws IpcException {
    channel = Ferry.channel(Ends.EMPTY, Lanes.of(lanes));
  }

  /** Sends and receives one message. */
  @Benchmark
  public Empty transfer() throws IpcException, InterruptedException {
    channel.sender().send(message);
    return channel.receiver().receive();
  }

  /** Closes the channel. */
  @TearDown
  public void close() {
    channel.sender().close();
    channel.receiver().close();
  }
}
