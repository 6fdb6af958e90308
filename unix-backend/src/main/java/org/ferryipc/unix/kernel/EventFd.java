package org.ferryipc.unix.kernel;

/** A counter that wakes pollers: eventfd(2). Never sent to another process. */
public final class EventFd {

  // linux/eventfd.h
  private static final int EFD_CLOEXEC = 0x8_0000;
  private static final int EFD_NONBLOCK = 0x800;

  private EventFd() {}

  /** {@return a descriptor, close-on-exec and non-blocking, that the caller owns} */
  public static int create() throws KernelException {
    return (int) SystemCalls.require(
        Syscall.EVENTFD2, SystemCalls.call(Syscall.EVENTFD2, 0, EFD_CLOEXEC | EFD_NONBLOCK, 0));
  }

  /**
   * Makes it readable. Any number of signals before a {@link #drain} are one.
   *
   * @throws KernelException if {@code fd} is not an open eventfd
   */
  public static void signal(int fd) throws KernelException {
    move(Syscall.WRITE, fd, 1); // EAGAIN: 2^64 - 2 signals are there already
  }

  /** Makes it unreadable until the next {@link #signal}; does nothing when there was none. */
  public static void drain(int fd) throws KernelException {
    move(Syscall.READ, fd, 0);
  }

  private static void move(Syscall call, int fd, long value) throws KernelException {
    try (Scratch scratch = Scratch.borrow()) {
      scratch.setLong(0, value);
      long result = SystemCalls.call(scratch, call, fd, scratch.address, Long.BYTES, 0);
      if (result != -Errno.EAGAIN) {
        SystemCalls.require(call, result);
      }
    }
  }
}
