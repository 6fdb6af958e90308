package org.ferryipc.benches.floor;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.unix.UnixDescriptors;

/** The other process of {@link PingPong}: sends every packet back, by bare calls, until its socket ends. */
public final class EchoProcess {
  private EchoProcess() {}

  /** Gets its socket from the process that started it. */
  public static void main(String[] arguments) throws Exception {
    int socket;
    try (Duplex<String, OwnedFd> parent = Ferry.parent(String.class, OwnedFd.class)) {
      socket = UnixDescriptors.detach(parent.receive());
    }
    MemorySegment packet = Arena.global().allocate(PingPong.BYTES);
    while (RawCalls.recv(socket, packet, PingPong.BYTES, 0) == PingPong.BYTES) {
      long unused = RawCalls.send(socket, packet, PingPong.BYTES, RawCalls.MSG_NOSIGNAL);
    }
  }
}
