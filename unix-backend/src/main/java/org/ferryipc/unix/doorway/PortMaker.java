package org.ferryipc.unix.doorway;

import org.ferryipc.core.PeerIdentity;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Resource;
import org.ferryipc.unix.socket.PeerLife;
import org.jspecify.annotations.Nullable;

/** Makes a port of a connected socket. */
@FunctionalInterface
interface PortMaker<P extends Resource> {

  /**
   * {@return the port}
   *
   * @param socket owned by the port, unless this throws
   * @param peer who is at the other end
   * @param life tells whether it has died; owned by the port, unless this throws
   */
  P make(int socket, PeerIdentity peer, @Nullable PeerLife life) throws IpcException;
}
