package org.ferryipc.unix.trials;

import org.ferryipc.core.transport.Transport;
import org.ferryipc.unix.socket.SocketPorts;

/** Where a payload no longer fits in one packet, asked of the backend. */
final class PacketLimit {
  private PacketLimit() {}

  static int ofUsualSocket() throws Exception {
    Transport.OneWay channel = SocketPorts.oneWay();
    try {
      return channel.sender().packetBytes();
    } finally {
      channel.sender().release();
      channel.receiver().release();
    }
  }
}
