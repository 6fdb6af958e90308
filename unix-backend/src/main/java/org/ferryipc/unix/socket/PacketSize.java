package org.ferryipc.unix.socket;

import org.ferryipc.core.failure.IpcException;
import org.ferryipc.unix.descriptor.KernelFailures;
import org.ferryipc.unix.frame.FrameHeader;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.PacketBuffer;
import org.ferryipc.unix.kernel.Sockets;

/**
 * How large a packet may be.
 *
 * <p>The largest on the wire is {@link PacketBuffer#BYTES} - 32, header included: what the usual send buffer of 208 KiB takes
 * (the kernel refuses packets over SO_SNDBUF - 32, {@code unix_dgram_sendmsg}). Every receiver has a buffer of that size. A
 * sender whose socket has a smaller buffer keeps below that.
 */
final class PacketSize {
  private static final int RESERVED = 32;

  /** The largest payload of a packet on the wire. */
  static final int WIRE_PAYLOAD = PacketBuffer.BYTES - RESERVED - FrameHeader.BYTES;

  private PacketSize() {}

  /** {@return the largest payload that goes out through a socket in one packet} */
  static int payloadOf(int socket) throws IpcException {
    try {
      int buffer = Sockets.sendBuffer(socket) - RESERVED - FrameHeader.BYTES;
      return Math.max(0, Math.min(WIRE_PAYLOAD, buffer));
    } catch (KernelException e) {
      throw KernelFailures.typed("asking for the size of a send buffer", e);
    }
  }
}
