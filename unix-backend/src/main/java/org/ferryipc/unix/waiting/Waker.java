package org.ferryipc.unix.waiting;

import java.io.IOException;
import java.nio.channels.Selector;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.core.transport.KeptDescriptors;
import org.ferryipc.unix.descriptor.GuardedNumber;
import org.ferryipc.unix.kernel.EventFd;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Poll;
import org.jspecify.annotations.Nullable;

/**
 * Lets other threads end a platform thread's {@code poll}: an eventfd, polled beside the socket.
 *
 * <p>Belongs to one waiting thread from {@link #borrow} to {@link #giveBack}; {@link #wake} may be called by any thread,
 * also late: a late one makes the next wait return once for no reason.
 */
final class Waker extends WakeOnInterrupt implements Sleeper {
  // About as many platform threads as wait at the same moment in a program that does not use virtual ones.
  private static final int MOST_IDLE = 16;
  private static final ConcurrentLinkedDeque<Waker> IDLE = new ConcurrentLinkedDeque<>();
  private static final AtomicInteger IDLE_COUNT = new AtomicInteger();

  // Guarded, because a late wake must not write to a number that was closed and is somebody else's by now.
  private final GuardedNumber eventFd;
  private volatile boolean signalled;

  private Waker(int eventFd) {
    this.eventFd = new GuardedNumber(eventFd);
  }

  /** {@return a waker that is the caller's, or null if the system has no descriptor left} */
  static @Nullable Waker borrow() {
    Waker idle = IDLE.pollFirst();
    if (idle != null) {
      IDLE_COUNT.decrementAndGet();
      return idle;
    }
    try {
      Waker made = new Waker(EventFd.create());
      KeptDescriptors.add(1);
      return made;
    } catch (KernelException none) {
      return null;
    }
  }

  /**
   * Waits; an interrupt of this thread ends it and leaves the thread's flag set.
   *
   * @return as {@link Poll#await}; a wake may have been meant for this wait or for an earlier one
   */
  int poll(int number, int events, long nanos) throws KernelException {
    begin();
    try {
      int result = Poll.await(number, events, eventFd.number(), nanos == Long.MAX_VALUE ? Poll.FOREVER : nanos);
      boolean woken = Poll.woken(result);
      if (woken) {
        // Also when the mark is down: the wake may have put it up before giveBack took it down, and counted after the drain.
        signalled = true;
      }
      return result;
    } finally {
      end();
    }
  }

  void giveBack() throws KernelException {
    if (signalled) {
      signalled = false;
      EventFd.drain(eventFd.number());
    }
    if (IDLE_COUNT.incrementAndGet() <= MOST_IDLE) {
      IDLE.addFirst(this);
    } else {
      IDLE_COUNT.decrementAndGet();
      KeptDescriptors.add(-1);
      try {
        eventFd.close();
      } catch (IOException e) {
        CloseFailures.report("a wake-up counter", e);
      }
    }
  }

  @Override
  public void wake() {
    Selector unused = wakeup();
  }

  @Override
  public Selector wakeup() {
    signalled = true;
    signal(eventFd);
    return this;
  }

  /** Adds to an eventfd that another thread may close meanwhile: then nobody waits for it. */
  static void signal(GuardedNumber eventFd) {
    int number = eventFd.acquire();
    if (number >= 0) {
      try {
        EventFd.signal(number);
      } catch (KernelException e) {
        throw new IllegalStateException(e);
      } finally {
        eventFd.release();
      }
    }
  }
}
