package org.ferryipc.benches.sets;

import java.util.List;
import org.ferryipc.benches.typed.Empty;
import org.ferryipc.benches.typed.Ends;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.receiverset.ReceiverSet;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does it cost to select messages that came to some members of a set? They are not decoded. */
@State(Scope.Thread)
public class SendOn {
  /** To how many a message is sent. */
  @Param("1")
  public int send = 1;

  /** How many members there are. */
  @Param("1")
  public int of = 1;

  /** Whether the members have lanes. */
  @Param({"off", "on"})
  public String lanes = "off";

  private final Empty message = new Empty();
  private List<IpcSender<Empty>> senders = List.of();

  @SuppressWarnings("NullAway.Init") // by open
  private ReceiverSet set;

  /** Makes the set. */
  @Setup
  public void open() throws IpcException {
    set = new ReceiverSet();
    List<IpcChannel<Empty>> channels = Ends.channels(of, lanes);
    for (IpcChannel<Empty> channel : channels) {
      set.add(channel.receiver());
    }
    senders = channels.stream().map(IpcChannel::sender).toList();
  }

  /** Sends to some, and selects until all of it is there. */
  @Benchmark
  public int sendAndSelect() throws IpcException, InterruptedException {
    for (int i = 0; i < send; i++) {
      senders.get(i).send(message);
    }
    int received = 0;
    while (received < send) {
      received += set.select().size();
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
