package org.ferryipc.unix.socket;

import org.ferryipc.core.PeerIdentity;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.DuplexPort;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.core.transport.SendPort;
import org.ferryipc.core.transport.Transport;
import org.ferryipc.unix.descriptor.KernelFailures;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Sockets;
import org.ferryipc.unix.waiting.Readiness;
import org.jspecify.annotations.Nullable;

/** Makes ports from sockets. Each takes ownership of its number. */
public final class SocketPorts {
  private SocketPorts() {}

  /** {@return a fresh one-way channel} */
  public static Transport.OneWay oneWay() throws IpcException {
    Sockets.Pair pair = pair();
    return new Transport.OneWay(sender(pair.first()), receiver(pair.second(), null));
  }

  /** {@return a fresh two-way channel} */
  public static Transport.TwoWay twoWay() throws IpcException {
    Sockets.Pair pair = pair();
    return new Transport.TwoWay(
        duplex(pair.first(), PeerIdentity.UNKNOWN, null), duplex(pair.second(), PeerIdentity.UNKNOWN, null));
  }

  /** {@return a sending end} */
  public static SendPort sender(int number) {
    return new SocketSender(new Readiness(number));
  }

  /**
   * {@return a receiving end}
   *
   * @param life what is known of the peer process; the port's from now on
   */
  public static ReceivePort receiver(int number, @Nullable PeerLife life) {
    return new SocketReceiver(new Readiness(number), life);
  }

  /**
   * {@return a two-way end}
   *
   * @param life what is known of the peer process; the port's from now on
   */
  public static DuplexPort duplex(int number, PeerIdentity peer, @Nullable PeerLife life) {
    return new SocketDuplex(number, peer, life);
  }

  private static Sockets.Pair pair() throws IpcException {
    try {
      return Sockets.pair(Sockets.SOCK_SEQPACKET);
    } catch (KernelException e) {
      throw KernelFailures.typed("making a channel", e);
    }
  }
}
