package org.ferryipc.unix.hostile;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.kernel.Sockets;
import org.ferryipc.unix.socket.SocketPorts;

/**
 * The far end of a channel, without our library: what it sends is what a test wants. The near end is given out once and
 * belongs to whoever took it.
 */
final class RawPeer implements AutoCloseable {
  private final int socket;
  private int near;

  private RawPeer(Sockets.Pair pair) {
    this.socket = pair.first();
    this.near = pair.second();
  }

  /** Opens a channel whose queue takes more than Ferry's do: nobody says how much a peer may have in flight. */
  static RawPeer open() throws KernelException {
    Sockets.Pair pair = Sockets.pair(Sockets.SOCK_SEQPACKET);
    Sockets.sendBuffer(pair.first(), 1 << 20);
    return new RawPeer(pair);
  }

  /** {@return the number of the near end, the caller's from now on} */
  int nearEnd() {
    int given = near;
    near = -1;
    return given;
  }

  ReceivePort port() {
    return SocketPorts.receiver(nearEnd(), null);
  }

  <T> IpcReceiver<T> receiver(Class<T> type) {
    return receiver(type, ChannelOptions.defaults());
  }

  <T> IpcReceiver<T> receiver(Class<T> type, ChannelOptions options) {
    return EndAccess.get().receiver(port(), MessageType.of(type), options);
  }

  int socket() {
    return socket;
  }

  /** Sends one packet; the descriptors stay the caller's. */
  RawPeer send(byte[] packet, int... descriptors) {
    long sent = trySend(packet, descriptors);
    if (sent != packet.length) {
      throw new AssertionError(sent < 0 ? Errno.name((int) -sent) : sent + " bytes sent");
    }
    return this;
  }

  RawPeer send(Packet packet, int... descriptors) {
    return send(packet.bytes(), descriptors);
  }

  /** Sends one packet with descriptors that are closed here afterwards. */
  RawPeer give(Packet packet, int... descriptors) {
    try {
      return send(packet, descriptors);
    } finally {
      closeAll(descriptors);
    }
  }

  /** {@return what {@code sendmsg} returned} */
  long trySend(byte[] packet, int... descriptors) {
    try (Arena arena = Arena.ofConfined();
        MessageBlock block = MessageBlock.borrow()) {
      MemorySegment bytes = arena.allocate(packet.length).copyFrom(MemorySegment.ofArray(packet));
      block.withoutHeader().payload(bytes);
      for (int descriptor : descriptors) {
        block.descriptor(descriptor);
      }
      return block.send(socket);
    }
  }

  /** {@return the next packet that came the other way; empty if none is there} */
  byte[] received() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment room = arena.allocate(1 << 18);
      long got = Sockets.receive(socket, room);
      return got < 0 ? new byte[0] : room.asSlice(0, got).toArray(ValueLayout.JAVA_BYTE);
    }
  }

  @Override
  public void close() {
    closeAll(socket);
    if (near >= 0) {
      closeAll(nearEnd());
    }
  }

  static void closeAll(int... descriptors) {
    for (int descriptor : descriptors) {
      if (!Descriptors.discard(descriptor)) {
        throw new AssertionError("closing " + descriptor + " failed");
      }
    }
  }
}
