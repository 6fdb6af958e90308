package org.ferryipc.benches.floor;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.ferryipc.benches.crossing.Where;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.unix.UnixDescriptors;

/**
 * The other process of {@link PingPong}: sends every packet back, by bare calls, until its socket ends. Its arguments: whether
 * with a new descriptor in it ({@code one}), and where it runs.
 */
public final class EchoProcess {
  private EchoProcess() {}

  /** Gets its socket from the process that started it. */
  public static void main(String[] arguments) throws Exception {
    Where.of(arguments[1]).there();
    int socket;
    try (Duplex<String, OwnedFd> parent = Ferry.parent(String.class, OwnedFd.class)) {
      socket = UnixDescriptors.detach(parent.receive());
    }
    if (arguments[0].equals("none")) {
      echo(socket);
    } else {
      echoWithDescriptor(socket);
    }
  }

  private static void echo(int socket) {
    MemorySegment packet = Arena.global().allocate(PingPong.BYTES);
    while (RawCalls.recv(socket, packet, PingPong.BYTES, 0) == PingPong.BYTES) {
      long unused = RawCalls.send(socket, packet, PingPong.BYTES, RawCalls.MSG_NOSIGNAL);
    }
  }

  private static void echoWithDescriptor(int socket) {
    MemorySegment call = Arena.global().allocate(PingPong.BYTES);
    Packet answer = Packet.of(PingPong.BYTES, 1);
    while (RawCalls.recv(socket, call, PingPong.BYTES, 0) == PingPong.BYTES) {
      answer.descriptor(0, NewDescriptor.make());
      long sent = RawCalls.sendmsg(socket, answer.head, RawCalls.MSG_NOSIGNAL);
      int unused = RawCalls.close(answer.descriptor(0));
      if (sent != PingPong.BYTES) {
        return;
      }
    }
  }
}
