package org.ferryipc.unix.kernel;

import java.util.concurrent.TimeUnit;

/** Waiting for one descriptor on a platform thread: poll(2). */
public final class Poll {

  // asm-generic/poll.h
  public static final int IN = 0x1;
  public static final int OUT = 0x4;
  public static final int ERROR = 0x8;
  public static final int HANG_UP = 0x10;
  public static final int INVALID = 0x20;
  public static final int PEER_SHUT_DOWN = 0x2000; // POLLRDHUP

  /** Given as the second descriptor: there is none. */
  public static final int NONE = -1;

  /** Given as time: for ever. */
  public static final long FOREVER = -1;

  private static final int WOKEN = 1 << 16;

  // struct pollfd: fd 0, events 4, revents 6; two of them, then struct timespec {i64 seconds, i64 nanoseconds}
  private static final int SECOND = 8;
  private static final int TIME = 16;
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private Poll() {}

  /**
   * Waits until {@code fd} has one of {@code events}, or an error, a hang-up, or an invalid number, which need not
   * be asked for; or until {@code wakeUp} is readable; or until the time is over. A signal does not end the wait.
   *
   * <p>Blocks in the kernel: not for virtual threads.
   *
   * @param fd the descriptor waited for
   * @param events constants of this class
   * @param wakeUp a second one, as an {@link EventFd}, or {@link #NONE}
   * @param nanos 0 does not wait; {@link #FOREVER}, or any other number below 0, has no limit
   * @return 0 if the time is over, else for {@link #events(int)} and {@link #woken(int)}
   * @throws KernelException {@code ENOMEM}
   */
  public static int await(int fd, int events, int wakeUp, long nanos) throws KernelException {
    long deadline = System.nanoTime() + nanos;
    try (Scratch scratch = Scratch.borrow()) {
      long left = nanos;
      long result;
      do {
        prepare(scratch, fd, events, wakeUp, left);
        result = SystemCalls.once(
            scratch.errno, Syscall.PPOLL, scratch.address, 2, nanos < 0 ? 0 : scratch.address + TIME, 0, 0, 0);
        left = Math.max(0, deadline - System.nanoTime());
      } while (result == -Errno.EINTR);
      SystemCalls.require(Syscall.PPOLL, result);
      int woken = result(scratch, SECOND) != 0 ? WOKEN : 0;
      return result == 0 ? 0 : result(scratch, 0) | woken;
    }
  }

  /** {@return the events of the descriptor in a result of {@link #await}, 0 for none} */
  public static int events(int result) {
    return result & WOKEN - 1;
  }

  /** {@return whether the second descriptor is among what ended the wait} */
  public static boolean woken(int result) {
    return (result & WOKEN) != 0;
  }

  private static void prepare(Scratch scratch, int fd, int events, int wakeUp, long nanos) {
    scratch.setInt(0, fd);
    scratch.setInt(4, events); // revents, the upper half, is cleared
    scratch.setInt(SECOND, wakeUp); // a negative one is passed over by the kernel
    scratch.setInt(SECOND + 4, IN);
    scratch.setLong(TIME, nanos / SECOND_NANOS);
    scratch.setLong(TIME + 8, nanos % SECOND_NANOS);
  }

  private static int result(Scratch scratch, int pollfd) {
    return scratch.getInt(pollfd + 4) >>> 16;
  }
}
