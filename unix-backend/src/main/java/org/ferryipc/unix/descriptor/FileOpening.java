package org.ferryipc.unix.descriptor;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.FileCalls;
import org.ferryipc.unix.kernel.KernelException;

/** Opens files as {@link java.nio.file.Files#newByteChannel} does: same options, same exceptions. */
public final class FileOpening {
  private static final int NEW_FILE_MODE = 0666; // before the umask, as open(2) is always called by the JDK

  private FileOpening() {}

  /**
   * {@return a descriptor that is the caller's}
   *
   * @throws UnsupportedOperationException for an option that is none of the standard ones
   * @throws IllegalArgumentException for options that exclude each other
   */
  public static int open(Path path, Set<? extends OpenOption> options) throws IOException {
    int flags = flags(options);
    try {
      return FileCalls.open(path, flags, NEW_FILE_MODE);
    } catch (KernelException e) {
      throw failure(path, e);
    }
  }

  private static int flags(Set<? extends OpenOption> options) {
    boolean append = options.contains(StandardOpenOption.APPEND);
    boolean write = append || options.contains(StandardOpenOption.WRITE);
    boolean read = options.contains(StandardOpenOption.READ) || !write;
    int flags = write ? (read ? FileCalls.O_RDWR : FileCalls.O_WRONLY) : FileCalls.O_RDONLY;
    if (append && options.contains(StandardOpenOption.READ)) {
      throw new IllegalArgumentException("READ + APPEND not allowed");
    }
    if (append && options.contains(StandardOpenOption.TRUNCATE_EXISTING)) {
      throw new IllegalArgumentException("APPEND + TRUNCATE_EXISTING not allowed");
    }
    for (OpenOption option : options) {
      flags |= flag(option, write);
    }
    return flags | FileCalls.O_NOCTTY;
  }

  private static int flag(OpenOption option, boolean write) {
    if (option == LinkOption.NOFOLLOW_LINKS) {
      return FileCalls.O_NOFOLLOW;
    }
    if (!(option instanceof StandardOpenOption standard)) {
      throw new UnsupportedOperationException(option + " is not supported");
    }
    return switch (standard) {
      case READ, WRITE -> 0;
      case SPARSE -> 0; // files are sparse here without being asked
      case APPEND -> FileCalls.O_APPEND;
      case TRUNCATE_EXISTING -> write ? FileCalls.O_TRUNC : 0;
      case CREATE -> write ? FileCalls.O_CREAT : 0;
      case CREATE_NEW -> write ? FileCalls.O_CREAT | FileCalls.O_EXCL : 0;
      case SYNC -> FileCalls.O_SYNC;
      case DSYNC -> FileCalls.O_DSYNC;
      case DELETE_ON_CLOSE ->
          throw new UnsupportedOperationException("DELETE_ON_CLOSE: a descriptor that moves has no one to do it");
    };
  }

  private static IOException failure(Path path, KernelException e) {
    String name = path.toString();
    return switch (e.errno()) {
      case Errno.ENOENT -> new NoSuchFileException(name);
      case Errno.EACCES, Errno.EPERM -> new AccessDeniedException(name);
      case Errno.EEXIST -> new FileAlreadyExistsException(name);
      case Errno.EMFILE, Errno.ENFILE, Errno.ENOMEM -> KernelFailures.typed("opening " + name, e);
      default -> new FileSystemException(name, null, e.errnoName());
    };
  }
}
