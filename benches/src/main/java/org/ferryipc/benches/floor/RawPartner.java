package org.ferryipc.benches.floor;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.ferryipc.benches.crossing.Where;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.unix.UnixDescriptors;

/**
 * The other process of {@link RoundTrip} and {@link OneWay}: by bare calls, until its socket ends. Its arguments: the length
 * of messages, whether it waits spinning, where it runs, and after how many messages it sends one back.
 */
public final class RawPartner {
  private RawPartner() {}

  /** Gets its socket from the process that started it. */
  public static void main(String[] arguments) throws Exception {
    int length = Integer.parseInt(arguments[0]);
    boolean spinning = Boolean.parseBoolean(arguments[1]);
    Where.of(arguments[2]).there();
    int each = Integer.parseInt(arguments[3]);
    int socket;
    try (Duplex<String, OwnedFd> parent = Ferry.parent(String.class, OwnedFd.class)) {
      socket = UnixDescriptors.detach(parent.receive());
    }
    Wire wire = new Wire(socket, length, spinning, Arena.global().allocate(length, 64));
    while (true) {
      for (int i = 0; i < each; i++) {
        if (!wire.receive()) {
          return;
        }
      }
      wire.send();
    }
  }

  /** One end of a connected socket on which all messages are equally long. */
  record Wire(int socket, int length, boolean spinning, MemorySegment message) {
    // recv(2): without waiting; linux/socket.h
    private static final int MSG_DONTWAIT = 0x40;

    void send() {
      long sent = RawCalls.send(socket, message, length, RawCalls.MSG_NOSIGNAL);
      if (sent != length) {
        throw new IllegalStateException("sent " + sent + " of " + length + " bytes");
      }
    }

    /** {@return whether a message came, and not the end} */
    boolean receive() {
      long got;
      do {
        got = RawCalls.recv(socket, message, length, spinning ? MSG_DONTWAIT : RawCalls.MSG_WAITALL);
      } while (got < 0 && spinning);
      if (got != length && got != 0) {
        throw new IllegalStateException("received " + got + " of " + length + " bytes");
      }
      return got != 0;
    }
  }
}
