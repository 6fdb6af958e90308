package org.ferryipc.benches.typed;

import java.util.List;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.failure.IpcException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does it cost to move some senders to oneself, in one message? */
@State(Scope.Thread)
public class TransferSenders {
  /** How many. */
  @Param({"00", "01", "08", "64"})
  public String count = "00";

  /** Whether the channel has a lane; messages with ends in them never go by it. */
  @Param({"off", "on"})
  public String lanes = "off";

  @SuppressWarnings("NullAway.Init") // by open
  private IpcChannel<List<IpcSender<Empty>>> channel;

  @SuppressWarnings("NullAway.Init") // by open
  private List<IpcChannel<Empty>> moved;

  private List<IpcSender<Empty>> ends = List.of();

  /** Makes the channel, and those whose senders move. */
  @Setup
  public void open() throws IpcException {
    channel = Ferry.channel(Ends.SENDERS, Lanes.of(lanes));
    moved = Ends.channels(Integer.parseInt(count));
    ends = moved.stream().map(IpcChannel::sender).toList();
  }

  /** Sends and receives one message, in which the senders come back as new objects. */
  @Benchmark
  public List<IpcSender<Empty>> transfer() throws IpcException, InterruptedException {
    channel.sender().send(ends);
    ends = channel.receiver().receive();
    return ends;
  }

  /** Closes everything. */
  @TearDown
  public void close() {
    ends.forEach(IpcSender::close);
    Ends.close(moved);
    channel.sender().close();
    channel.receiver().close();
  }
}
