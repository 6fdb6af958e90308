package org.ferryipc.unix.socket;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.kernel.Sockets;

/**
 * The first sleep of a wait, in the system call that takes the packet: with a poll before it, each message that has to wake its
 * receiver takes one call more. Under the turn.
 *
 * <p>Nothing in this process ends that sleep, so it is a slice of some milliseconds. Who waits longer polls, as before, and is
 * woken by whatever happens; an interrupt or a close that comes during the slice is seen at its end.
 *
 * <p>The limit belongs to the open file, and so comes along with a receiver that is moved. Every other receive in Ferry carries
 * {@code MSG_DONTWAIT}, to which it means nothing. A former owner that kept the file can change it: made non-blocking, the
 * receive finds nothing at once, and a poll follows. Without a limit the receive lasts until there is a packet or the channel
 * ends. That is less than such a one can do to any receive: see {@link MessageBlock#receive}.
 */
final class SleepInReceive {
  static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

  // The kernel counts in ticks, of 10 ms at most (CONFIG_HZ), and begins in the middle of one.
  private static final long LEAST_LEFT_NANOS = SLICE_NANOS + 2 * TimeUnit.MILLISECONDS.toNanos(10);

  // Each has a buffer for the largest packet meanwhile, of which no more than some are kept.
  private static final int MOST_ASLEEP = 4;
  private static final AtomicInteger ASLEEP = new AtomicInteger();

  private boolean limited; // the socket has the limit
  private boolean due; // the next receive is to sleep
  private boolean inVain; // the last one did, and nothing came

  /** {@return whether the next receive sleeps}; if not, the caller is to poll */
  boolean begin(int socket, Deadline deadline) {
    if (inVain) {
      inVain = false;
      return false;
    }
    if (Thread.currentThread().isVirtual() || deadline.remainingNanos() < LEAST_LEFT_NANOS) {
      return false;
    }
    due = limited || limit(socket);
    return due;
  }

  private boolean limit(int socket) {
    try {
      Sockets.receiveTimeout(socket, SLICE_NANOS);
      limited = true;
    } catch (KernelException noSocket) {
      // The receive says so too.
    }
    return limited;
  }

  /** {@return whether the next receive sleeps} */
  boolean isDue() {
    return due;
  }

  /** {@return the same, for who makes it now} */
  boolean take() {
    boolean was = due;
    due = false;
    return was;
  }

  /** As {@link DescriptorPressure#receive}, asleep. */
  long receive(int socket, MessageBlock block) {
    boolean mayWait = ASLEEP.incrementAndGet() <= MOST_ASLEEP;
    try {
      long got = mayWait ? DescriptorPressure.receiveAsleep(socket, block) : DescriptorPressure.receive(socket, block);
      inVain = got == -Errno.EAGAIN;
      return got;
    } finally {
      ASLEEP.decrementAndGet();
    }
  }
}
