package org.ferryipc.unix.doorway;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.RefusedException;
import org.ferryipc.core.failure.TransportException;
import org.ferryipc.unix.kernel.KernelException;

/**
 * The name a user gave, as a second link to a socket that was bound in private: link(2) fails when anything is there, so
 * no file is ever replaced.
 *
 * @param path the name
 * @param socket the file it was given to
 */
record PublicName(Path path, FileIdentity socket) {

  /**
   * Publishes a socket, which listens already.
   *
   * @throws RefusedException if a living server, or a file that is no socket, has the name
   * @throws TransportException if the system refuses; nothing was published
   */
  static PublicName publish(Path privateSocket, Path path) throws IpcException {
    try {
      FileIdentity socket = FileIdentity.of(privateSocket)
          .orElseThrow(() -> new NoSuchFileException(privateSocket.toString()));
      if (!linked(privateSocket, path)) {
        replaceStale(privateSocket, path);
      }
      return new PublicName(path, socket);
    } catch (IpcException e) {
      throw e;
    } catch (IOException e) {
      throw new TransportException("the name " + path + " cannot be published: " + e, e);
    }
  }

  /** Removes the name if it is still our socket's; whatever else is there now stays. */
  void remove() throws IOException {
    Optional<FileIdentity> there = FileIdentity.of(path);
    if (there.isPresent() && there.get().sameFile(socket)) {
      Files.deleteIfExists(path);
    }
  }

  private static boolean linked(Path privateSocket, Path path) throws IOException {
    try {
      Files.createLink(path, privateSocket);
      return true;
    } catch (FileAlreadyExistsException taken) {
      return false;
    }
  }

  private static void replaceStale(Path privateSocket, Path path) throws IOException {
    if (TakenName.find(path).isPresent()) { // before a lock file is made beside a name that is in use
      try (NameLock lock = NameLock.tryTake(path).orElse(null)) {
        if (lock == null) {
          throw new RefusedException("the name " + path + " is being taken by another process");
        }
        Optional<TakenName> stale = TakenName.find(path); // another process may have taken it over meanwhile
        if (stale.isPresent()) {
          stale.get().remove();
        }
      } catch (KernelException e) {
        throw new TransportException("the name " + path + " is stale, and its lock file fails: " + e.getMessage(), e);
      }
    }
    if (!linked(privateSocket, path)) {
      throw new RefusedException("the name " + path + " was taken by another server at this moment");
    }
  }
}
