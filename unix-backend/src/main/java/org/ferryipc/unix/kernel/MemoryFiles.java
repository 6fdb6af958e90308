package org.ferryipc.unix.kernel;

import java.lang.foreign.Arena;

/** Files that are only memory, and their seals: memfd_create(2), fcntl(2) "File Sealing". */
public final class MemoryFiles {

  // linux/fcntl.h
  public static final int SEAL_SEAL = 0x1;
  public static final int SEAL_SHRINK = 0x2;
  public static final int SEAL_GROW = 0x4;
  public static final int SEAL_WRITE = 0x8;
  public static final int SEAL_FUTURE_WRITE = 0x10;

  /** {@link #fileSystem} of ordinary memory: TMPFS_MAGIC, {@code linux/magic.h}. */
  public static final long TMPFS = 0x0102_1994L;

  private static final int F_ADD_SEALS = 1033;
  private static final int F_GET_SEALS = 1034;

  // linux/memfd.h
  private static final int MFD_CLOEXEC = 0x1;
  private static final int MFD_ALLOW_SEALING = 0x2;
  private static final int MFD_NOEXEC_SEAL = 0x8;

  private MemoryFiles() {}

  /**
   * Makes an empty file that can be sealed and, where the kernel knows the flag (6.3), never be made executable.
   *
   * @param name shown in {@code /proc}, at most 249 bytes of UTF-8
   * @return a descriptor, close-on-exec, that the caller owns
   * @throws KernelException at a limit ({@code EMFILE}, {@code ENFILE}, {@code ENOMEM}), or where the call is
   *     forbidden ({@code EPERM}, {@code ENOSYS})
   */
  public static int create(String name) throws KernelException {
    try (Arena arena = Arena.ofConfined()) {
      long text = arena.allocateFrom(name).address();
      int flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
      long result = SystemCalls.call(Syscall.MEMFD_CREATE, text, flags | MFD_NOEXEC_SEAL, 0);
      if (result == -Errno.EINVAL) {
        result = SystemCalls.call(Syscall.MEMFD_CREATE, text, flags, 0);
      }
      return (int) SystemCalls.require(Syscall.MEMFD_CREATE, result);
    }
  }

  /**
   * Sets the size of a file; new bytes are zero and take no memory yet.
   *
   * @throws KernelException {@code EFBIG} at RLIMIT_FSIZE, {@code EPERM} against a seal
   */
  public static void resize(int fd, long size) throws KernelException {
    SystemCalls.require(Syscall.FTRUNCATE, SystemCalls.call(Syscall.FTRUNCATE, fd, size, 0));
  }

  /**
   * Puts memory behind a part of a file, so that a later access cannot lack it; grows the file if need be.
   *
   * @throws KernelException {@code ENOSPC}, {@code ENOMEM}, {@code EFBIG}
   */
  public static void reserve(int fd, long offset, long length) throws KernelException {
    long result = SystemCalls.call(Syscall.FALLOCATE, fd, 0, offset, length, 0, 0);
    SystemCalls.require(Syscall.FALLOCATE, result);
  }

  /**
   * Adds seals for all holders, for ever.
   *
   * @throws KernelException {@code EBUSY} for {@link #SEAL_WRITE} while a writable mapping exists, {@code EPERM}
   *     after {@link #SEAL_SEAL} or through a read-only descriptor
   */
  public static void addSeals(int fd, int seals) throws KernelException {
    Descriptors.control(fd, F_ADD_SEALS, seals);
  }

  /**
   * {@return the seals, or the negated error number: {@code EINVAL} for all that cannot have any, as a socket, a pipe
   * or a file on a disk} A named file on tmpfs has {@link #SEAL_SEAL} only, and takes no other.
   */
  public static int seals(int fd) {
    return (int) SystemCalls.call(Syscall.FCNTL, fd, F_GET_SEALS, 0);
  }

  /** {@return the kind of file system, as {@link #TMPFS}; a memory file of huge pages is of another kind} */
  public static long fileSystem(int fd) throws KernelException {
    try (Scratch scratch = Scratch.borrow()) { // struct statfs, asm-generic/statfs.h: 120 bytes, f_type first
      SystemCalls.require(Syscall.FSTATFS, SystemCalls.call(scratch, Syscall.FSTATFS, fd, scratch.address));
      return scratch.getLong(0);
    }
  }
}
