package org.ferryipc.unix.doorway;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.ferryipc.core.doorway.SocketAccess;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.RefusedException;
import org.newsclub.net.unix.AFUNIXServerSocketChannel;
import org.newsclub.net.unix.AddressAlreadyInUseSocketException;
import org.newsclub.net.unix.FileDescriptorCast;

/**
 * A bound socket that clients connect to: {@code SOCK_STREAM}, non-blocking, owned by this object. One thread at a time.
 */
final class ListeningSocket implements AutoCloseable {

  /** Clients that the kernel lets wait to be accepted; beyond it their connect says EAGAIN. */
  private static final int BACKLOG = 128;

  private final AFUNIXServerSocketChannel channel;
  private final int number;

  private ListeningSocket(AFUNIXServerSocketChannel channel, int number) {
    this.channel = channel;
    this.number = number;
  }

  /** Binds in a directory where nothing else is and nobody else can make anything. */
  static ListeningSocket bind(PrivateDirectory directory, SocketAccess access) throws IpcException {
    ListeningSocket listening = bind(SocketName.at(directory.socket()));
    boolean done = false;
    try {
      allow(directory.socket(), access);
      done = true;
      return listening;
    } catch (IOException e) {
      throw Failures.of("set the permissions of " + directory.socket(), e);
    } finally {
      if (!done) {
        listening.close();
      }
    }
  }

  /**
   * Binds a name that is no file.
   *
   * @throws RefusedException if it is taken
   */
  static ListeningSocket bind(SocketName.Abstract name) throws IpcException {
    return bind((SocketName) name);
  }

  private static ListeningSocket bind(SocketName name) throws IpcException {
    AFUNIXServerSocketChannel channel = null;
    ListeningSocket listening = null;
    try {
      channel = AFUNIXServerSocketChannel.open();
      channel.setDeleteOnClose(false); // the directory's owner removes it
      channel.configureBlocking(false);
      channel.bind(name.address(), BACKLOG);
      listening = new ListeningSocket(channel, FileDescriptorCast.using(channel.getFileDescriptor()).as(Integer.class));
      return listening;
    } catch (AddressAlreadyInUseSocketException e) {
      throw new RefusedException("the name " + name.text() + " is taken", e);
    } catch (IOException e) {
      throw Failures.of("bind " + name.text(), e);
    } finally {
      if (listening == null && channel != null) {
        Failures.closeQuietly(channel);
      }
    }
  }

  private static void allow(Path socket, SocketAccess access) throws IOException {
    String mode =
        switch (access) {
          case OWNER -> "rw-------";
          case GROUP -> "rw-rw----";
          case EVERYONE -> "rw-rw-rw-";
        };
    Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString(mode));
  }

  /** {@return the descriptor, which stays this object's} */
  int number() {
    return number;
  }

  /** {@return whether it still listens}; the library closes it by itself when its private name is gone */
  boolean isOpen() {
    return channel.isOpen();
  }

  /** {@return the next connection; empty if none is there now} */
  Optional<Connection> accept() throws IOException {
    var accepted = channel.accept();
    return accepted == null ? Optional.empty() : Optional.of(Connection.of(accepted));
  }

  @Override
  public void close() {
    Failures.closeQuietly(channel);
  }
}
