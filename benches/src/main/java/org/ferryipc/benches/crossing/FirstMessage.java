package org.ferryipc.benches.crossing;

import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.typed.Empty;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.failure.IpcException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What do a channel and its first message cost, when it may get a lane and when not? */
@State(Scope.Thread)
public class FirstMessage {
  private static final MessageType<Empty> TYPE = MessageType.of(Empty.class);

  /** Whether it may get one. */
  @Param({"off", "auto"})
  public String lanes = "off";

  private final Empty message = new Empty();

  /** Makes a channel, sends and receives one message, and closes it. */
  @Benchmark
  public Empty transfer() throws IpcException, InterruptedException {
    try (IpcChannel<Empty> channel = Ferry.channel(TYPE, Lanes.of(lanes))) {
      channel.sender().send(message);
      return channel.receiver().receive();
    }
  }
}
