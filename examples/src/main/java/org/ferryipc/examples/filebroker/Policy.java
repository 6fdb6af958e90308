package org.ferryipc.examples.filebroker;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.ferryipc.core.PeerIdentity;

/**
 * Who may have which files.
 *
 * @param root where they lie
 * @param user whose processes may ask; every user's if empty
 */
record Policy(Path root, OptionalInt user) {
  /** Refuses a caller of another user; what the kernel says of it counts, not what it says itself. */
  void check(PeerIdentity caller) {
    if (user.isPresent() && !caller.uid().equals(user)) {
      throw new SecurityException("user " + caller.uid() + " is not served here");
    }
  }

  /**
   * {@return where the file of that name lies}
   *
   * @throws IOException if it is not to be given out
   */
  Path resolve(String name) throws IOException {
    Path file;
    try {
      file = root.resolve(name).toRealPath(); // so that no link leads out either
    } catch (InvalidPathException e) {
      throw new IOException("not a name: " + e.getReason(), e);
    }
    if (!file.startsWith(root)) {
      throw new IOException("not below the root");
    }
    if (file.toString().endsWith(".secret")) {
      throw new IOException("a secret");
    }
    return file;
  }
}
