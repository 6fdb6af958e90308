package org.ferryipc.unix.doorway;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.ferryipc.core.PeerIdentity;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Sockets;

/** What the kernel's credentials say, and what they do not: unix(7), SO_PEERCRED; user_namespaces(7). */
final class Identities {

  /** What the kernel shows for a user that has no number in this name space, unless it was told another. */
  private static final int DEFAULT_OVERFLOW_ID = 65534;

  private static final int INVALID_ID = -1;

  private Identities() {}

  /** {@return who is at the other end of a connected socket} */
  static PeerIdentity ofPeer(int socket) throws KernelException {
    return of(Sockets.peerCredentials(socket));
  }

  /** {@return this process as its peers see it} */
  static PeerIdentity self() throws KernelException {
    Sockets.Pair pair = Sockets.pair(Sockets.SOCK_STREAM);
    try {
      return ofPeer(pair.first()); // the maker of a pair is the peer of both ends
    } finally {
      Descriptors.discard(pair.first());
      Descriptors.discard(pair.second());
    }
  }

  static PeerIdentity of(Sockets.PeerCredentials seen) {
    return new PeerIdentity(
        seen.pid() == 0 ? OptionalLong.empty() : OptionalLong.of(seen.pid()),
        known(seen.uid(), Overflow.UID),
        known(seen.gid(), Overflow.GID));
  }

  /** {@return a peer in words} */
  static String words(PeerIdentity peer) {
    return (peer.pid().isPresent() ? "process " + peer.pid().getAsLong() : "a process of another name space")
        + (peer.uid().isPresent() ? " of user " + peer.uid().getAsInt() : " of an unknown user");
  }

  private static OptionalInt known(int id, int overflow) {
    return id == overflow || id == INVALID_ID ? OptionalInt.empty() : OptionalInt.of(id);
  }

  /** Read once: a system administrator's setting. */
  private static final class Overflow {
    static final int UID = read("overflowuid");
    static final int GID = read("overflowgid");

    private static int read(String name) {
      try {
        // Not readString: it gave one character of files in /proc on JDK 25.
        return Integer.parseInt(
            Files.readAllLines(Path.of("/proc/sys/kernel", name)).getFirst().strip());
      } catch (IOException | RuntimeException e) {
        return DEFAULT_OVERFLOW_ID;
      }
    }
  }
}
