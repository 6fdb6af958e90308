package org.ferryipc.unix.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * Files and names: open(2), read(2), link(2), unlink(2), mkdir(2), seen from the working directory of the process.
 *
 * <p>Reading and writing wait if the file does: a pipe, a terminal, a network file system.
 */
public final class FileCalls {

  // asm-generic/fcntl.h; those that differ between the machines are in Abi
  public static final int O_RDONLY = 0;
  public static final int O_WRONLY = 1;
  public static final int O_RDWR = 2;
  public static final int O_ACCMODE = 3;
  public static final int O_CREAT = 0x40;
  public static final int O_EXCL = 0x80;
  public static final int O_NOCTTY = 0x100;
  public static final int O_TRUNC = 0x200;
  public static final int O_APPEND = 0x400;
  public static final int O_DSYNC = 0x1000;
  public static final int O_SYNC = 0x10_1000;
  public static final int O_DIRECTORY = Abi.O_DIRECTORY;
  public static final int O_NOFOLLOW = Abi.O_NOFOLLOW;
  public static final int O_PATH = 0x20_0000;
  public static final int O_TMPFILE = 0x40_0000 | O_DIRECTORY;
  private static final int O_CLOEXEC = 0x8_0000;

  // linux/fs.h
  public static final int SEEK_CUR = 1;
  public static final int SEEK_END = 2;

  // asm-generic/fcntl.h
  private static final int LOCK_EX = 2;
  private static final int LOCK_NB = 4;

  private static final int AT_FDCWD = -100; // linux/fcntl.h

  /** RWF_NOWAIT, linux/fs.h; as an address, because the call's last argument is one to the linker. */
  private static final MemorySegment NO_WAIT = MemorySegment.ofAddress(0x8);

  private static final long OWN_POSITION = -1; // preadv2(2): as read(2) and write(2) do

  private FileCalls() {}

  /**
   * Opens a file, close-on-exec.
   *
   * @param flags {@code O_} constants of this class
   * @param mode permissions of a new file, before the umask; not looked at without {@code O_CREAT}
   * @return a descriptor that the caller owns
   * @throws KernelException if the file cannot be opened ({@code ENOENT}, {@code EACCES}, {@code EMFILE}, ...)
   */
  public static int open(Path path, int flags, int mode) throws KernelException {
    try (Arena arena = Arena.ofConfined()) {
      long name = PathBytes.of(path, arena).address();
      return (int) onNames(Syscall.OPENAT, AT_FDCWD, name, flags | O_CLOEXEC, mode, 0);
    }
  }

  /** Gives a file a second name; fails with {@code EEXIST} when anything is there. */
  public static void link(Path file, Path name) throws KernelException {
    try (Arena arena = Arena.ofConfined()) {
      long from = PathBytes.of(file, arena).address();
      long to = PathBytes.of(name, arena).address();
      onNames(Syscall.LINKAT, AT_FDCWD, from, AT_FDCWD, to, 0);
    }
  }

  /** Removes a name that is no directory. */
  public static void unlink(Path name) throws KernelException {
    try (Arena arena = Arena.ofConfined()) {
      onNames(Syscall.UNLINKAT, AT_FDCWD, PathBytes.of(name, arena).address(), 0, 0, 0);
    }
  }

  /** Makes a directory; fails with {@code EEXIST} when anything is there. */
  public static void mkdir(Path name, int mode) throws KernelException {
    try (Arena arena = Arena.ofConfined()) {
      onNames(Syscall.MKDIRAT, AT_FDCWD, PathBytes.of(name, arena).address(), mode, 0, 0);
    }
  }

  /**
   * {@return whether the open file is now locked against its other openers, in this process too: flock(2)} Does not
   * wait. The lock ends when the last descriptor of the open file is closed, however that comes about.
   */
  public static boolean tryLock(int fd) throws KernelException {
    long result = SystemCalls.call(Syscall.FLOCK, fd, LOCK_EX | LOCK_NB, 0);
    if (result == -Errno.EAGAIN) {
      return false;
    }
    SystemCalls.require(Syscall.FLOCK, result);
    return true;
  }

  /** {@return the bytes read into native memory, 0 at the end, or the negated error number} */
  public static long read(int fd, MemorySegment target) {
    return SystemCalls.transfer(Syscall.READ, fd, writable(target), target.byteSize(), 0);
  }

  /** {@return the bytes written from native memory, or the negated error number} */
  public static long write(int fd, MemorySegment source) {
    return SystemCalls.transfer(Syscall.WRITE, fd, source, source.byteSize(), 0);
  }

  /**
   * As {@link #read}, but never waits, whatever mode the open file is in: {@code EAGAIN} if nothing is there.
   *
   * @return {@code EOPNOTSUPP} from files of which the kernel cannot promise it: a terminal; pipes and sockets before
   *     Linux 6.4
   */
  public static long readNow(int fd, MemorySegment target) {
    return now(Syscall.PREADV2, fd, writable(target));
  }

  /** As {@link #write}, but never waits; see {@link #readNow}. It may write a part. */
  public static long writeNow(int fd, MemorySegment source) {
    return now(Syscall.PWRITEV2, fd, source);
  }

  private static long now(Syscall call, int fd, MemorySegment memory) {
    try (Scratch vector = Scratch.borrow()) { // struct iovec (linux/uio.h): base, length
      vector.setLong(0, memory.address());
      vector.setLong(8, memory.byteSize());
      // In the fifth place stands the position's upper half, of which a 64-bit kernel keeps nothing.
      return SystemCalls.transfer(vector.errno, call.number, fd, vector.area, 1, OWN_POSITION, memory, NO_WAIT);
    }
  }

  /** As {@link #read}, at a position, which is not moved. */
  public static long pread(int fd, MemorySegment target, long position) {
    return SystemCalls.transfer(Syscall.PREAD64, fd, writable(target), target.byteSize(), position);
  }

  /** As {@link #write}, at a position, which is not moved. */
  public static long pwrite(int fd, MemorySegment source, long position) {
    return SystemCalls.transfer(Syscall.PWRITE64, fd, source, source.byteSize(), position);
  }

  /** {@return the new position of the open file, which all its holders share, or the negated error number} */
  public static long seek(int fd, long offset, int whence) {
    return SystemCalls.call(Syscall.LSEEK, fd, offset, whence);
  }

  private static MemorySegment writable(MemorySegment target) {
    if (target.isReadOnly()) {
      throw new IllegalArgumentException("cannot read into read-only memory");
    }
    return target;
  }

  private static long onNames(Syscall call, long a, long b, long c, long d, long e) throws KernelException {
    return SystemCalls.require(call, SystemCalls.call(call, a, b, c, d, e, 0));
  }
}
