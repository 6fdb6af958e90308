package org.ferryipc.unix.kernel;

/** The interest list of an epoll descriptor: epoll(7). What happened is read by {@link EpollEvents}. */
public final class Epoll {

  // linux/eventpoll.h
  public static final int IN = 0x1;
  public static final int OUT = 0x4;
  public static final int ERROR = 0x8;
  public static final int HANG_UP = 0x10;
  public static final int PEER_SHUT_DOWN = 0x2000; // EPOLLRDHUP
  public static final int ONE_SHOT = 1 << 30;
  public static final int EDGE = 1 << 31;

  private static final int EPOLL_CLOEXEC = 0x8_0000;
  private static final int EPOLL_CTL_ADD = 1;
  private static final int EPOLL_CTL_DEL = 2;
  private static final int EPOLL_CTL_MOD = 3;

  private Epoll() {}

  /** {@return a descriptor, close-on-exec, that the caller owns} */
  public static int create() throws KernelException {
    return (int) SystemCalls.require(
        Syscall.EPOLL_CREATE1, SystemCalls.call(Syscall.EPOLL_CREATE1, EPOLL_CLOEXEC, 0, 0));
  }

  /**
   * Watches a descriptor.
   *
   * @param events constants of this class, or 0 for error and hang-up only, which are always reported
   * @param data handed back with each event of {@code fd}
   * @throws KernelException {@code EEXIST}, {@code EPERM} for files that cannot be waited for, as on a disk,
   *     {@code ENOSPC} at {@code fs.epoll.max_user_watches}, {@code ENOMEM}
   */
  public static void add(int epoll, int fd, int events, long data) throws KernelException {
    control(epoll, EPOLL_CTL_ADD, fd, events, data);
  }

  /** Changes what is watched, and arms {@link #ONE_SHOT} again; {@code ENOENT} if {@code fd} is not watched. */
  public static void modify(int epoll, int fd, int events, long data) throws KernelException {
    control(epoll, EPOLL_CTL_MOD, fd, events, data);
  }

  /** Ends watching a descriptor that is still open; {@code ENOENT} if it is not watched. */
  public static void remove(int epoll, int fd) throws KernelException {
    control(epoll, EPOLL_CTL_DEL, fd, 0, 0);
  }

  private static void control(int epoll, int operation, int fd, int events, long data) throws KernelException {
    try (Scratch scratch = Scratch.borrow()) {
      EpollEvents.write(scratch.area, events, data);
      SystemCalls.require(
          Syscall.EPOLL_CTL,
          SystemCalls.call(scratch, Syscall.EPOLL_CTL, epoll, operation, fd, scratch.address));
    }
  }
}
