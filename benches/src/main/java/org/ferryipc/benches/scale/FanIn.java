package org.ferryipc.benches.scale;

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
import org.ferryipc.core.MessageType;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.receiverset.ReceiverSet;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does a message cost of those that some processes send as fast as they can, selected here without decoding them? */
@State(Scope.Thread)
public class FanIn {
  /** Messages in an invocation: enough that one more or less does not matter. */
  public static final int MESSAGES = 2000;

  private static final MessageType<IpcSender<Empty>> SENDER = new MessageType<>() {};
  private static final MessageType<String> NOTHING = MessageType.of(String.class);

  /** How many processes send. */
  @Param({"1", "2", "8"})
  public int senders = 1;

  /** Whether their channels have lanes. */
  @Param({"off", "on"})
  public String lanes = "off";

  private final List<IpcProcess<IpcSender<Empty>, String>> children = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // by open
  private ReceiverSet set;

  /** Starts the processes, which are stopped by full queues until somebody receives. */
  @Setup
  public void open() throws IOException, InterruptedException {
    set = new ReceiverSet();
    for (int i = 0; i < senders; i++) {
      IpcChannel<Empty> channel = Ferry.channel(Ends.EMPTY, Lanes.of(lanes));
      set.add(channel.receiver());
      IpcProcess<IpcSender<Empty>, String> child = IpcProcess.java(Flood.class, lanes).start(SENDER, NOTHING);
      children.add(child);
      try (Duplex<IpcSender<Empty>, String> line = child.accept()) {
        line.send(channel.sender());
      }
    }
  }

  /** Selects. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public int select() throws IpcException, InterruptedException {
    int received = 0;
    while (received < MESSAGES) {
      received += set.select().size();
    }
    return received;
  }

  /** Ends the processes, by closing what they send to. */
  @TearDown
  public void close() throws InterruptedException {
    set.close();
    for (IpcProcess<IpcSender<Empty>, String> child : children) {
      int unused = child.process().waitFor();
      child.close();
    }
    children.clear();
  }

  /** Sends until nobody receives any more. Its argument: whether by a lane. */
  static final class Flood {
    private Flood() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
      IpcSender<Empty> sender;
      try (Duplex<String, IpcSender<Empty>> parent = Ferry.parent(NOTHING, SENDER, DoorwayOptions.defaults())) {
        sender = parent.receive().withOptions(Lanes.of(arguments[0]));
      }
      Empty message = new Empty();
      try (sender) {
        while (true) {
          sender.send(message);
        }
      } catch (IpcException over) {
        // as it should
      }
    }
  }
}
