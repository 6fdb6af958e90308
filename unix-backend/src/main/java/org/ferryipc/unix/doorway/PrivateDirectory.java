package org.ferryipc.unix.doorway;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Set;
import org.ferryipc.core.doorway.SocketAccess;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.TransportException;
import org.ferryipc.unix.kernel.ProcessCalls;

/**
 * A fresh directory of ours, mode 0700, with room for one socket: the only place where a socket is ever bound.
 *
 * <p>Reason: junixsocket's bind replaces a file that is in its way and takes over the path of a living server. Where
 * nobody else can make a file nothing is ever in the way.
 *
 * @param path the directory
 */
record PrivateDirectory(Path path) {

  /** Short, as names have 107 bytes: with a temporary directory of 95 bytes all of them are used. */
  private static final String PREFIX = "f";

  private static final String SOCKET = "s";

  /** In base 36 eight of them make 41 bits: not to be guessed through a directory that cannot be listed. */
  private static final int RANDOM_CHARACTERS = 8;

  private static final int RADIX = 36;

  /** Somebody who makes these names before us would need luck as often in a row. */
  private static final int ATTEMPTS = 100;

  private static final Set<PosixFilePermission> OURS_ONLY = PosixFilePermissions.fromString("rwx------");

  /** For names that begin with it, see {@link #beside}. */
  static final String HIDDEN = ".";

  /**
   * Makes one in the place for names nobody chose.
   *
   * @param access who must be able to reach it later
   * @throws LimitExceededException if the place's own path is too long; nothing was made
   */
  static PrivateDirectory fresh(SocketAccess access) throws IpcException {
    return make(place(access), PREFIX);
  }

  /**
   * Makes one in the directory of {@code name}: a link can be made within one file system only.
   *
   * @throws LimitExceededException if its path is too long; nothing was made
   */
  static PrivateDirectory beside(Path name) throws IpcException {
    Path parent = name.getParent();
    return make(parent == null ? name : parent, HIDDEN + PREFIX);
  }

  /** {@return where the one socket goes} */
  Path socket() {
    return path.resolve(SOCKET);
  }

  /** Lets others pass through to the socket, whose name they must know; they still cannot list or change anything. */
  void letPass(SocketAccess access) throws IOException {
    String mode =
        switch (access) {
          case OWNER -> "rwx------";
          case GROUP -> "rwx--x---";
          case EVERYONE -> "rwx--x--x";
        };
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  /** Removes the socket, if it is there, and the directory. */
  void remove() throws IOException {
    Files.deleteIfExists(socket());
    Files.deleteIfExists(path);
  }

  private static PrivateDirectory make(Path place, String prefix) throws IpcException {
    SecureRandom random = new SecureRandom();
    for (int i = 0; i < ATTEMPTS; i++) {
      PrivateDirectory made = new PrivateDirectory(place.resolve(prefix + characters(random)));
      SocketName.at(made.socket()); // before any file is made
      try {
        Files.createDirectory(made.path, PosixFilePermissions.asFileAttribute(OURS_ONLY));
        made.undoUmask();
        return made;
      } catch (FileAlreadyExistsException taken) {
        continue;
      } catch (NoSuchFileException e) {
        throw new TransportException("no name can be made in " + place + ": there is no such directory", e);
      } catch (IOException e) {
        throw new TransportException("no name can be made in " + place + ": " + e, e);
      }
    }
    throw new TransportException("no name can be made in " + place + ": every one is taken", null);
  }

  /** A umask may have taken rights from us too: then not even a removal would be possible. */
  private void undoUmask() throws IOException {
    boolean done = false;
    try {
      Files.setPosixFilePermissions(path, OURS_ONLY);
      done = true;
    } finally {
      if (!done) {
        Files.deleteIfExists(path);
      }
    }
  }

  private static String characters(SecureRandom random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < RANDOM_CHARACTERS; i++) {
      text.append(Character.forDigit(random.nextInt(RADIX), RADIX));
    }
    return text.toString();
  }

  private static Path place(SocketAccess access) {
    String runtime = System.getenv("XDG_RUNTIME_DIR");
    if (access == SocketAccess.OWNER && runtime != null && isOursAlone(runtime)) {
      return Path.of(runtime);
    }
    return Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
  }

  /** As the XDG Base Directory Specification asks for: owned by the user, mode 0700. */
  static boolean isOursAlone(String directory) {
    try {
      Path path = Path.of(directory);
      return path.isAbsolute()
          && Files.isDirectory(path)
          && Files.getAttribute(path, "unix:uid").equals(ProcessCalls.effectiveUserId())
          && Files.getPosixFilePermissions(path).equals(OURS_ONLY);
    } catch (IOException | RuntimeException e) {
      return false; // not to be looked at: then it is not to be used either
    }
  }
}
