package org.ferryipc.unix.kernel;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.ferryipc.core.ownership.CloseFailures;

/** What can be done with any descriptor, whatever it stands for. */
public final class Descriptors {

  // asm-generic/fcntl.h and linux/fcntl.h, the same on both machines
  private static final int F_GETFD = 1;
  private static final int F_SETFD = 2;
  private static final int F_GETFL = 3;
  private static final int F_DUPFD_CLOEXEC = 1030;
  private static final int FD_CLOEXEC = 1;

  // Whether close_range(2) was refused once. Racy: who has not seen it yet is refused too.
  static boolean noRanges;

  private Descriptors() {}

  /**
   * Closes a descriptor. The number is free afterwards, also when this throws: Linux releases it before anything
   * can fail (close(2), "Dealing with error returns"), so it must not be closed again, and an interruption by a
   * signal is no failure.
   *
   * @param fd a number that the caller owns
   * @throws KernelException if the kernel reports that data written before were lost ({@code EIO}, {@code ENOSPC},
   *     {@code EDQUOT}), or that the number was not open ({@code EBADF}), which is a fault in the caller
   */
  public static void close(int fd) throws KernelException {
    SystemCalls.require(Syscall.CLOSE, closeResult(fd));
  }

  /**
   * Closes a descriptor that nobody waits for; a failure is logged and counted.
   *
   * @param fd a number that the caller owns
   * @return whether the kernel reported no failure
   */
  public static boolean discard(int fd) {
    long result = closeResult(fd);
    report(fd, result);
    return result == 0;
  }

  /** Logs and counts a {@link #closeResult} that is a failure. */
  static void report(int fd, long closeResult) {
    if (closeResult < 0) {
      CloseFailures.report("descriptor " + fd, new KernelException(Syscall.CLOSE.toString(), (int) -closeResult));
    }
  }

  /**
   * Closes sockets, whose close never fails, and neighbouring numbers by one call: closing 64 costs a third then.
   *
   * <p><b>Argument.</b> A run is closed from its first number to its last, each of which the caller owns and which is open
   * until the kernel comes to it. It comes to each once and never goes back (the loop of {@code close_range}, {@code
   * fs/file.c}), so a number that another thread gets meanwhile, because it is free again, stays open.
   *
   * @param sockets numbers that the caller owns, each once; they are put in order
   * @param count how many
   */
  public static void discardSockets(int[] sockets, int count) {
    Arrays.sort(sockets, 0, count);
    try (Scratch scratch = Scratch.borrow()) {
      int next = 0;
      while (next < count) {
        int first = next;
        do {
          next++;
        } while (next < count && sockets[next] == sockets[next - 1] + 1);
        if (next - first == 1 || !closeRun(sockets[first], sockets[next - 1], scratch)) {
          for (int i = first; i < next; i++) {
            report(sockets[i], closeResult(sockets[i], scratch.errno));
          }
        }
      }
    }
  }

  // False if nothing was closed: the kernel is older than 5.9, or a filter of system calls does not know the call.
  private static boolean closeRun(int first, int last, Scratch scratch) {
    if (noRanges) {
      return false;
    }
    boolean closed = SystemCalls.once(scratch.errno, Syscall.CLOSE_RANGE, first, last, 0, 0, 0, 0) == 0;
    noRanges = !closed;
    return closed;
  }

  private static long closeResult(int fd) {
    try (Scratch scratch = Scratch.borrow()) {
      return closeResult(fd, scratch.errno);
    }
  }

  /**
   * Closes a descriptor.
   *
   * @param errno where the error number is put
   * @return 0, or the negated error number; the number is free in any case
   */
  static long closeResult(int fd, MemorySegment errno) {
    long result = SystemCalls.once(errno, Syscall.CLOSE, fd, 0, 0, 0, 0, 0);
    return result == -Errno.EINTR ? 0 : result;
  }

  /**
   * {@return a second descriptor for the same open file, close-on-exec, which the caller owns}
   *
   * <p>For a user who asks for a duplicate; nothing on the way of a message may call this.
   *
   * @param fd an open descriptor
   * @throws KernelException if the limit is reached ({@code EMFILE}) or the number is not open
   */
  public static int duplicate(int fd) throws KernelException {
    return (int) control(fd, F_DUPFD_CLOEXEC, 0);
  }

  /** {@return whether a program started by this process does not inherit {@code fd}} */
  public static boolean closeOnExec(int fd) throws KernelException {
    return (control(fd, F_GETFD, 0) & FD_CLOEXEC) != 0;
  }

  /** Keeps {@code fd} from being inherited: for numbers that others made. */
  public static void setCloseOnExec(int fd) throws KernelException {
    control(fd, F_SETFD, FD_CLOEXEC);
  }

  /**
   * {@return the access mode and status flags of the open file, see the constants of {@link FileCalls}}
   *
   * <p>There is no call to set them: they belong to the open file, which other processes may share.
   */
  public static int statusFlags(int fd) throws KernelException {
    return (int) control(fd, F_GETFL, 0);
  }

  /** {@return what kind of thing {@code fd} is, and which} */
  public static FileStatus status(int fd) throws KernelException {
    try (Scratch scratch = Scratch.borrow()) {
      SystemCalls.require(Syscall.FSTAT, SystemCalls.call(scratch, Syscall.FSTAT, fd, scratch.address));
      return FileStatus.read(scratch);
    }
  }

  /**
   * Counts numbers that are not open, downwards from {@code to}.
   *
   * @param from the lowest number to look at
   * @param to behind the highest
   * @param enough where to stop counting
   */
  public static int countFree(int from, int to, int enough) {
    int free = 0;
    try (Scratch scratch = Scratch.borrow()) {
      for (int fd = to - 1; fd >= from && free < enough; fd--) {
        free += SystemCalls.call(scratch, Syscall.FCNTL, fd, F_GETFD) == -Errno.EBADF ? 1 : 0;
      }
    }
    return free;
  }

  static long control(int fd, int command, long argument) throws KernelException {
    return SystemCalls.require(Syscall.FCNTL, SystemCalls.call(Syscall.FCNTL, fd, command, argument));
  }
}
