package org.ferryipc.core.contract;

import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.SendPort;

/** The transport under test. */
public interface Fixture {

  /** {@return options that choose the transport} */
  ChannelOptions options();

  /** {@return whether messages can carry {@code OwnedFd} and {@code SharedMemory}, made by this transport} */
  boolean descriptors();

  /**
   * {@return the largest payload that goes in one packet, as the transport says}
   *
   * @throws IpcException if no channel can be made
   */
  default int packetBytes() throws IpcException {
    try (BytesChannel channel = Ferry.bytes(options())) {
      SendPort port = (SendPort) EndAccess.get().hold(channel.sender());
      try {
        return port.packetBytes();
      } finally {
        EndAccess.get().drop(channel.sender());
      }
    }
  }
}
