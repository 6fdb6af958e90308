package org.ferryipc.unix.doorway;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.Optional;
import org.ferryipc.core.doorway.SocketAccess;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.ownership.FerryLog;
import org.jspecify.annotations.Nullable;

/**
 * A name at which this process listens: the socket and the files that lead to it. {@link #close} belongs to the thread
 * that accepts; {@link #removeFiles} to any.
 */
final class BoundName implements AutoCloseable {

  private final String text;
  private final ListeningSocket socket;
  private final @Nullable PrivateDirectory directory;
  private final @Nullable PublicName published;
  private boolean removed; // guarded by this

  private BoundName(
      String text,
      ListeningSocket socket,
      @Nullable PrivateDirectory directory,
      @Nullable PublicName published) {
    this.text = text;
    this.socket = socket;
    this.directory = directory;
    this.published = published;
  }

  /**
   * Binds a name and listens.
   *
   * @param name what the user asked for; empty for a fresh one
   * @throws IpcException if it is taken or the system refuses; nothing is left behind
   * @throws IllegalArgumentException if it can be no name
   */
  static BoundName open(Optional<String> name, SocketAccess access) throws IpcException {
    return NamesAtExit.open(
        () ->
            name.isEmpty() ? fresh(access) : switch (SocketName.parse(name.get())) {
              case SocketName.Abstract wanted -> new BoundName(wanted.text(), ListeningSocket.bind(wanted), null, null);
              case SocketName.InFiles wanted -> published(wanted, access);
            });
  }

  private static BoundName fresh(SocketAccess access) throws IpcException {
    PrivateDirectory directory = PrivateDirectory.fresh(access);
    ListeningSocket socket = null;
    BoundName bound = null;
    try {
      socket = ListeningSocket.bind(directory, access);
      directory.letPass(access);
      bound = new BoundName(directory.socket().toString(), socket, directory, null);
      return bound;
    } catch (IOException e) {
      throw Failures.of("open " + directory.path(), e);
    } finally {
      if (bound == null) {
        undo(socket, directory);
      }
    }
  }

  private static BoundName published(SocketName.InFiles wanted, SocketAccess access) throws IpcException {
    PrivateDirectory directory = PrivateDirectory.beside(wanted.path());
    ListeningSocket socket = null;
    BoundName bound = null;
    try {
      socket = ListeningSocket.bind(directory, access);
      // The private name stays: accept closes a listener whose own path is gone.
      PublicName name = PublicName.publish(directory.socket(), wanted.path());
      bound = new BoundName(wanted.text(), socket, directory, name);
      return bound;
    } finally {
      if (bound == null) {
        undo(socket, directory);
      }
    }
  }

  private static void undo(@Nullable ListeningSocket socket, PrivateDirectory directory) {
    if (socket != null) {
      socket.close();
    }
    remove(directory::remove);
  }

  /** {@return the name as clients use it} */
  String text() {
    return text;
  }

  ListeningSocket socket() {
    return socket;
  }

  /** Removes what this name put into the file system, whatever else may be there now. Idempotent. */
  synchronized void removeFiles() {
    if (removed) {
      return;
    }
    removed = true;
    if (published != null) {
      remove(published::remove);
    }
    if (directory != null) {
      remove(directory::remove);
    }
  }

  /** {@return whether its files were taken away by us} */
  synchronized boolean isRemoved() {
    return removed;
  }

  /** Removes the files, then stops listening: nobody connects to a name that is about to go. Idempotent. */
  @Override
  public void close() {
    removeFiles();
    NamesAtExit.forget(this);
    socket.close();
  }

  private interface Removal {
    void run() throws IOException;
  }

  private static void remove(Removal removal) {
    try {
      removal.run();
    } catch (IOException e) {
      FerryLog.log(Level.WARNING, "a socket's name could not be removed", e);
    }
  }
}
