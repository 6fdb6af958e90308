package org.ferryipc.benches.typed;

import java.util.ArrayList;
import java.util.List;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.failure.IpcException;

/** The messages of this package's benchmarks, and channels to send in them. */
public final class Ends {
  /** The message of {@code transfer_empty}. */
  public static final MessageType<Empty> EMPTY = MessageType.of(Empty.class);

  /** The message of {@code transfer_senders_NN}. */
  public static final MessageType<List<IpcSender<Empty>>> SENDERS = new MessageType<>() {};

  /** The message of {@code transfer_receivers_NN}. */
  public static final MessageType<List<IpcReceiver<Empty>>> RECEIVERS = new MessageType<>() {};

  private Ends() {}

  /** {@return fresh channels without lanes, all of them the caller's} */
  public static List<IpcChannel<Empty>> channels(int count) throws IpcException {
    return channels(count, Lanes.OFF);
  }

  /** {@return fresh channels, all of them the caller's} */
  public static List<IpcChannel<Empty>> channels(int count, String lanes) throws IpcException {
    List<IpcChannel<Empty>> made = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      made.add(Ferry.channel(EMPTY, Lanes.of(lanes)));
    }
    return made;
  }

  /** Closes both ends of each channel; an end that has moved away has none here to close. */
  public static void close(List<IpcChannel<Empty>> channels) {
    for (IpcChannel<Empty> channel : channels) {
      channel.sender().close();
      channel.receiver().close();
    }
  }
}
