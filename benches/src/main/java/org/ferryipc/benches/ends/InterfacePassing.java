package org.ferryipc.benches.ends;

import java.util.List;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.typed.Empty;
import org.ferryipc.benches.typed.Ends;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.failure.IpcException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does a message cost that carries one end of each of some new channels, which are closed when it is there? */
@State(Scope.Thread)
public class InterfacePassing {
  /** How many ends. */
  @Param({"0", "1", "2", "4", "8"})
  public int count = 1;

  /** Whether the channel has a lane; messages with ends in them never go by it. */
  @Param({"off", "on"})
  public String lanes = "off";

  @SuppressWarnings("NullAway.Init") // by open
  private IpcChannel<List<IpcReceiver<Empty>>> channel;

  /** Makes the channel. */
  @Setup
  public void open() throws IpcException {
    channel = Ferry.channel(Ends.RECEIVERS, Lanes.of(lanes));
  }

  /** Makes the ends, passes them, and closes all. */
  @Benchmark
  public List<IpcReceiver<Empty>> pass() throws IpcException, InterruptedException {
    List<IpcChannel<Empty>> made = Ends.channels(count);
    channel.sender().send(made.stream().map(IpcChannel::receiver).toList());
    List<IpcReceiver<Empty>> passed = channel.receiver().receive();
    passed.forEach(IpcReceiver::close);
    made.forEach(one -> one.sender().close());
    return passed;
  }

  /** Closes the channel. */
  @TearDown
  public void close() {
    channel.sender().close();
    channel.receiver().close();
  }
}
