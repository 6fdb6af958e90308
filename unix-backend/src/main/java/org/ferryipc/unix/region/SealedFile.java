package org.ferryipc.unix.region;

import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.unix.descriptor.KernelFailures;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.FileStatus;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.MemoryFiles;

/** Making sealed memory files, and believing those of a peer. */
final class SealedFile {
  private static final int BLOCK_UNIT = 512; // stat(2): st_blocks counts units of 512 bytes

  private SealedFile() {}

  /**
   * Makes a file of {@code size} bytes whose size can never change.
   *
   * @param moreSealing whether further seals may be added later
   * @return a descriptor that is the caller's
   */
  static int create(String name, long size, boolean moreSealing) throws IpcException {
    int made = -1;
    boolean done = false;
    try {
      made = MemoryFiles.create(name);
      MemoryFiles.resize(made, size);
      int seals = MemoryFiles.SEAL_SHRINK | MemoryFiles.SEAL_GROW | (moreSealing ? 0 : MemoryFiles.SEAL_SEAL);
      MemoryFiles.addSeals(made, seals);
      done = true;
      return made;
    } catch (KernelException e) {
      throw KernelFailures.typed("memory of " + size + " bytes", e);
    } finally {
      if (!done && made >= 0) {
        boolean unused = Descriptors.discard(made);
      }
    }
  }

  /**
   * Checks that a peer's descriptor is ordinary memory that cannot shrink under us.
   *
   * @param claimed how many bytes the peer says there are
   * @return the seals
   * @throws MalformedMessageException if it is not
   */
  static int check(int fd, long claimed, String channel) throws IpcException {
    int seals = seals(fd, channel);
    FileStatus unused = status(fd, claimed, channel);
    return seals;
  }

  /**
   * As {@link #check}, and that there is memory behind the bytes: a peer pays for what it makes us allocate.
   *
   * @return which file it is
   */
  static FileStatus checkPresent(int fd, long claimed, String channel) throws IpcException {
    int unused = seals(fd, channel);
    FileStatus status = status(fd, claimed, channel);
    if (status.blocks() * BLOCK_UNIT < claimed) {
      throw new MalformedMessageException(
          channel, "memory file", claimed + " bytes are claimed, " + status.blocks() * BLOCK_UNIT + " are present");
    }
    return status;
  }

  // Must come before all other questions: a pipe, socket, disk or FUSE file has no seals, and a FUSE file answers when it likes.
  private static int seals(int fd, String channel) throws MalformedMessageException {
    int seals = MemoryFiles.seals(fd);
    if (seals < 0 || (seals & MemoryFiles.SEAL_SHRINK) == 0) {
      throw new MalformedMessageException(channel, "memory file", "it is not sealed against shrinking");
    }
    return seals;
  }

  private static FileStatus status(int fd, long claimed, String channel) throws IpcException {
    try {
      if (MemoryFiles.fileSystem(fd) != MemoryFiles.TMPFS) { // huge pages have seals too
        throw new MalformedMessageException(channel, "memory file", "it is not ordinary memory");
      }
      FileStatus status = Descriptors.status(fd);
      if (claimed < 0 || status.size() < claimed) {
        throw new MalformedMessageException(
            channel, "memory file", claimed + " bytes are claimed, it has " + status.size());
      }
      return status;
    } catch (KernelException e) {
      throw KernelFailures.typed("checking a memory file", e);
    }
  }
}
