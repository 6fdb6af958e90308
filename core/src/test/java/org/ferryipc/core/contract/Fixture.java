package org.ferryipc.core.contract;

import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.Reach;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.SendPort;

/**
 * The transport under test.
 *
 * @param options that choose it
 * @param descriptors whether messages can carry {@code OwnedFd} and {@code SharedMemory}, made on this system
 */
public record Fixture(ChannelOptions options, boolean descriptors) {
  private static final ChannelOptions WITHIN = ChannelOptions.defaults().withReach(Reach.PROCESS);

  /** Within the process, where there may be no descriptors. */
  public static final Fixture IN_PROCESS = new Fixture(WITHIN, false);

  /** Within the process, with files and memory of the system in the messages. */
  public static final Fixture IN_PROCESS_WITH_DESCRIPTORS = new Fixture(WITHIN, true);

  /** Over sockets without lanes. */
  public static final Fixture SOCKETS = new Fixture(ChannelOptions.defaults().withLanes(LanePolicy.NEVER), true);

  /** Over sockets, each with a lane from its first message on. */
  public static final Fixture LANES = new Fixture(ChannelOptions.defaults().withLanes(LanePolicy.ALWAYS), true);

  /** Over sockets, with a lane where it pays. */
  public static final Fixture LANES_THAT_PAY = new Fixture(ChannelOptions.defaults().withLanes(LanePolicy.AUTO), true);

  /**
   * {@return the largest payload that goes in one packet, as the transport says}
   *
   * @throws IpcException if no channel can be made
   */
  public int packetBytes() throws IpcException {
    try (BytesChannel channel = Ferry.bytes(options)) {
      SendPort port = (SendPort) EndAccess.get().hold(channel.sender());
      try {
        return port.packetBytes();
      } finally {
        EndAccess.get().drop(channel.sender());
      }
    }
  }
}
