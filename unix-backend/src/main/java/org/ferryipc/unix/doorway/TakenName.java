package org.ferryipc.unix.doorway;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.RefusedException;
import org.newsclub.net.unix.AFUNIXSocketChannel;
import org.newsclub.net.unix.ConnectionRefusedSocketException;

/**
 * The socket of a server that ended without removing its name: nobody listens on it, and nobody can again.
 *
 * @param path its name
 * @param socket the file
 */
record TakenName(Path path, FileIdentity socket) {

  /**
   * {@return the stale socket at {@code path}; empty if nothing is there any more}
   *
   * @throws RefusedException if something else is there: a server that lives, or no socket at all
   */
  static Optional<TakenName> find(Path path) throws IOException {
    Optional<FileIdentity> there = FileIdentity.of(path);
    if (there.isEmpty()) {
      return Optional.empty();
    }
    if (!there.get().isSocket()) {
      throw new RefusedException("the name " + path + " is taken by a file that is no socket; it is left alone");
    }
    if (isServed(path)) {
      throw new RefusedException("the name " + path + " is taken by a server that is running");
    }
    return Optional.of(new TakenName(path, there.get()));
  }

  /** Removes it, and the private directory that its server left behind. */
  void remove() throws IOException {
    if (socket.links() > 1) {
      removePrivateDirectory();
    }
    Optional<FileIdentity> there = FileIdentity.of(path);
    if (there.isPresent() && there.get().sameFile(socket)) {
      Files.deleteIfExists(path);
    }
  }

  private void removePrivateDirectory() throws IOException {
    Path parent = path.getParent();
    if (parent == null) {
      return;
    }
    try (DirectoryStream<Path> siblings = Files.newDirectoryStream(parent, PrivateDirectory.HIDDEN + "*")) {
      for (Path sibling : siblings) {
        PrivateDirectory directory = new PrivateDirectory(sibling);
        if (Files.isDirectory(sibling) && holdsThisSocket(directory)) {
          directory.remove();
          return;
        }
      }
    }
  }

  private boolean holdsThisSocket(PrivateDirectory directory) {
    try {
      return FileIdentity.of(directory.socket()).filter(socket::sameFile).isPresent();
    } catch (IOException e) {
      return false; // somebody else's, which we may not look into
    }
  }

  /** ECONNREFUSED alone says that no one listens; a full queue, another type of socket or no permission do not. */
  private static boolean isServed(Path path) throws IOException {
    SocketName name;
    try {
      name = SocketName.at(path);
    } catch (IpcException tooLong) {
      throw new RefusedException("the name " + path + " is taken", tooLong);
    }
    try (AFUNIXSocketChannel probe = AFUNIXSocketChannel.open()) {
      probe.configureBlocking(false);
      probe.connect(name.address());
      return true;
    } catch (ConnectionRefusedSocketException nobody) {
      return false;
    } catch (IOException e) {
      throw Failures.refusedOr("look who has " + path, e, "the name " + path + " is taken, by whom cannot be told");
    }
  }
}
