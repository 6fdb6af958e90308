package org.ferryipc.benches.trips;

import java.io.IOException;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.typed.Empty;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Selection;

/** The other side of a {@link Trip}, a thread or a process: sends an empty message for each that comes. */
final class Partner {
  /** Where it receives, and where it sends. */
  record Line(IpcReceiver<Empty> in, IpcSender<Empty> out) {}

  static final MessageType<Line> LINE = MessageType.of(Line.class);
  static final MessageType<String> NOTHING = MessageType.of(String.class);
  static final String PORT = "port";

  private static final Empty MESSAGE = new Empty();

  private Partner() {}

  /** Gets its line from the process that started it; its arguments: the way to receive, and whether there are lanes. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Line line;
    try (Duplex<String, Line> parent = Ferry.parent(NOTHING, LINE, DoorwayOptions.defaults())) {
      Line sent = parent.receive();
      ChannelOptions options = Lanes.of(arguments[1]);
      line = new Line(sent.in().withOptions(options), sent.out().withOptions(options));
    }
    answer(line, arguments[0]);
  }

  /** Answers until the line ends. */
  static void answer(Line line, String way) throws IpcException, InterruptedException {
    try (IpcSender<Empty> out = line.out()) {
      if (way.equals(PORT)) {
        byPort(line.in(), out);
      } else {
        byChannel(line.in(), out);
      }
    } catch (DisconnectedException over) {
      // as it should
    }
  }

  private static void byChannel(IpcReceiver<Empty> in, IpcSender<Empty> out) throws IpcException, InterruptedException {
    try (in) {
      while (true) {
        Empty unused = in.receive();
        out.send(MESSAGE);
      }
    }
  }

  private static void byPort(IpcReceiver<Empty> in, IpcSender<Empty> out) throws IpcException, InterruptedException {
    try (ReceiverSet set = new ReceiverSet()) {
      set.add(in);
      while (set.size() > 0) {
        for (Selection selection : set.select()) {
          if (selection instanceof Selection.Message) {
            out.send(MESSAGE);
          }
        }
      }
    }
  }
}
