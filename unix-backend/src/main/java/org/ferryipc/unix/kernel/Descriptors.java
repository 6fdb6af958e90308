package org.ferryipc.unix.kernel;

import java.lang.foreign.MemorySegment;
import org.ferryipc.core.ownership.CloseFailures;

/** What can be done with any descriptor, whatever it stands for. */
public final class Descriptors {

  // asm-generic/fcntl.h and linux/fcntl.h, the same on both machines
  private static final int F_GETFD = 1;
  private static final int F_SETFD = 2;
  private static final int F_GETFL = 3;
  private static final int F_DUPFD_CLOEXEC = 1030;
  private static final int FD_CLOEXEC = 1;

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
   * Closes descriptors that nobody waits for; failures are logged and counted.
   *
   * @param descriptors numbers that the caller owns
   * @param from the first
   * @param to behind the last
   * @return how many closed without failure
   */
  public static int discard(int[] descriptors, int from, int to) {
    if (from >= to) {
      return 0;
    }
    int clean = 0;
    try (Scratch scratch = Scratch.borrow()) {
      for (int i = from; i < to; i++) {
        long result = closeResult(descriptors[i], scratch.errno);
        report(descriptors[i], result);
        clean += result == 0 ? 1 : 0;
      }
    }
    return clean;
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
