package org.ferryipc.benches.crossing;

import java.util.ArrayList;
import java.util.List;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.typed.Empty;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.receiverset.ReceiverSet;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does it cost to select a message from one of many members, all with lanes, of which only this one is busy? */
@State(Scope.Thread)
public class HotLane {
  private static final int MEMBERS = 100;
  private static final MessageType<Empty> TYPE = MessageType.of(Empty.class);

  private final Empty message = new Empty();
  private final List<IpcSender<Empty>> senders = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // by open
  private ReceiverSet set;

  /** Makes the set, and a lane to each member. */
  @Setup
  public void open() throws IpcException, InterruptedException {
    set = new ReceiverSet();
    for (int i = 0; i < MEMBERS; i++) {
      IpcChannel<Empty> channel = Ferry.channel(TYPE, Lanes.LANE);
      set.add(channel.receiver());
      senders.add(channel.sender());
    }
    for (IpcSender<Empty> sender : senders) {
      sender.send(message);
    }
    int left = MEMBERS;
    while (left > 0) {
      left -= set.select().size();
    }
  }

  /** Sends one message, and selects it; undecoded. */
  @Benchmark
  public int sendAndSelect() throws IpcException, InterruptedException {
    senders.getFirst().send(message);
    int received = 0;
    while (received == 0) {
      received = set.select().size();
    }
    return received;
  }

  /** Closes everything. */
  @TearDown
  public void close() {
    set.close();
    senders.forEach(IpcSender::close);
  }
}
