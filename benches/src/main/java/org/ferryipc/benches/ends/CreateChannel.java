package org.ferryipc.benches.ends;

import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.typed.Empty;
import org.ferryipc.benches.typed.Ends;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.failure.IpcException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What does a channel cost that is made and closed, both ends of it, without a message? */
@State(Scope.Thread)
public class CreateChannel {
  /** Whether its messages would go by a lane. */
  @Param({"off", "on"})
  public String lanes = "off";

  private ChannelOptions options = Lanes.SOCKET;

  /** Chooses. */
  @Setup
  public void open() {
    options = Lanes.of(lanes);
  }

  /** Makes and closes. The receiver goes first, so that nobody is left who could be told good-bye. */
  @Benchmark
  public IpcChannel<Empty> create() throws IpcException {
    IpcChannel<Empty> channel = Ferry.channel(Ends.EMPTY, options);
    channel.receiver().close();
    channel.sender().close();
    return channel;
  }
}
