package org.ferryipc.unix.socket;

import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.unix.kernel.Sockets;

/**
 * What a peer sent as an end of a channel may be anything: a file, or a socket whose calls wait for a lock that the peer holds,
 * or that leads to somebody who would take our words for an order. So it is asked what it is before anything is sent to or
 * received from it; at its first use and not when it comes, because a message of 64 ends would cost 128 system calls.
 */
final class PeersEnd {
  private PeersEnd() {}

  /** {@return whether {@code number} can be an end of a channel}; waits for nobody */
  static boolean isChannel(int number) {
    return Sockets.isPacketSocket(number);
  }

  /** {@return what to throw for one that is none}, used as {@code what}: sender or receiver */
  static MalformedMessageException refusal(String what, String channel) {
    return new MalformedMessageException(channel, what, "the peer sent a descriptor that is no channel");
  }
}
