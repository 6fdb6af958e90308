package org.ferryipc.unix.doorway;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.FileCalls;
import org.ferryipc.unix.kernel.FileStatus;
import org.ferryipc.unix.kernel.KernelException;

/**
 * A lock file beside a name, held while a stale name is replaced: of two processes that find it stale only one may remove
 * it, or the second would remove the first one's new socket. It is locked by flock(2), which ends with its holder, and
 * removed when given up. Its name is Ferry's own, because {@code NAME.lock} is what other programs call theirs.
 *
 * @param path the lock file
 * @param number its open descriptor, owned by this object
 */
record NameLock(Path path, int number) implements AutoCloseable {

  private static final int OURS_ONLY = 0600;

  /** How often the file may have been removed by its last holder between our opening and locking it. */
  private static final int ATTEMPTS = 10;

  /**
   * Takes the lock of {@code name} if nobody has it; does not wait.
   *
   * @throws KernelException if the file cannot be made, or is a symbolic link
   */
  static Optional<NameLock> tryTake(Path name) throws KernelException, IOException {
    Path file = of(name);
    for (int i = 0; i < ATTEMPTS; i++) {
      int number = FileCalls.open(file, FileCalls.O_RDWR | FileCalls.O_CREAT | FileCalls.O_NOFOLLOW, OURS_ONLY);
      boolean taken = false;
      try {
        if (!FileCalls.tryLock(number)) {
          return Optional.empty();
        }
        taken = isAt(file, Descriptors.status(number));
      } finally {
        if (!taken) {
          Descriptors.discard(number);
        }
      }
      if (taken) {
        return Optional.of(new NameLock(file, number));
      }
    }
    return Optional.empty();
  }

  /** {@return where the lock file of {@code name} is} */
  static Path of(Path name) {
    return name.resolveSibling("." + name.getFileName() + ".ferry-lock");
  }

  private static boolean isAt(Path file, FileStatus locked) throws IOException {
    Optional<FileIdentity> there = FileIdentity.of(file);
    return there.isPresent() && there.get().inode() == locked.inode() && there.get().device() == locked.device();
  }

  /** Removes the file, then ends the lock: in this order nobody can lock a file that is about to go. */
  @Override
  public void close() throws KernelException {
    try {
      FileCalls.unlink(path);
    } finally {
      Descriptors.close(number);
    }
  }
}
