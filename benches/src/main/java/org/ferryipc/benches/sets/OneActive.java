package org.ferryipc.benches.sets;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.typed.Empty;
import org.ferryipc.benches.typed.Ends;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.receiverset.ReceiverSet;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does it cost to select a message while many other members have nothing? Their senders are in another process, because
 * one has not descriptors enough for both ends of ten thousand channels.
 */
@State(Scope.Thread)
public class OneActive {
  private static final int IN_A_MESSAGE = 500;

  /** How many members there are. */
  @Param("100")
  public int of = 100;

  /** Whether the channel that is active has a lane. */
  @Param({"off", "on"})
  public String lanes = "off";

  private final Empty message = new Empty();

  @SuppressWarnings("NullAway.Init") // by open
  private IpcProcess<List<IpcSender<Empty>>, Empty> keeper;

  @SuppressWarnings("NullAway.Init") // by open
  private ReceiverSet set;

  @SuppressWarnings("NullAway.Init") // by open
  private IpcSender<Empty> active;

  /** Makes the set, and gives all senders but one away. */
  @Setup
  public void open() throws IOException, InterruptedException {
    keeper = IpcProcess.java(Keeper.class).start(Ends.SENDERS, Ends.EMPTY);
    Duplex<List<IpcSender<Empty>>, Empty> line = keeper.accept();
    set = new ReceiverSet();
    IpcChannel<Empty> first = Ferry.channel(Ends.EMPTY, Lanes.of(lanes));
    active = first.sender();
    set.add(first.receiver());
    while (set.size() < of) {
      List<IpcChannel<Empty>> channels = Ends.channels(Math.min(IN_A_MESSAGE, of - set.size()));
      for (IpcChannel<Empty> channel : channels) {
        set.add(channel.receiver());
      }
      line.send(channels.stream().map(IpcChannel::sender).toList());
      Empty unused = line.receive(); // it has them: more would be in flight than the system lets a user have
    }
  }

  /** Sends one message, and selects it. */
  @Benchmark
  public int sendAndSelect() throws IpcException, InterruptedException {
    active.send(message);
    int received = 0;
    while (received == 0) {
      received = set.select().size();
    }
    return received;
  }

  /** Closes everything. */
  @TearDown
  public void close() throws InterruptedException {
    active.close();
    set.close();
    keeper.close();
    int unused = keeper.process().waitFor();
  }

  /** Keeps senders until its parent goes. */
  static final class Keeper {
    private Keeper() {}

    public static void main(String[] arguments) throws IpcException, InterruptedException {
      List<IpcSender<Empty>> kept = new ArrayList<>();
      try (Duplex<Empty, List<IpcSender<Empty>>> parent =
          Ferry.parent(Ends.EMPTY, Ends.SENDERS, DoorwayOptions.defaults())) {
        while (true) {
          kept.addAll(parent.receive());
          parent.send(new Empty());
        }
      } catch (DisconnectedException over) {
        kept.forEach(IpcSender::close);
      }
    }
  }
}
