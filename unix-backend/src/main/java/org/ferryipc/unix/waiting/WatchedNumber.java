package org.ferryipc.unix.waiting;

import java.util.LinkedHashSet;
import java.util.Set;
import org.ferryipc.unix.kernel.Epoll;
import org.ferryipc.unix.kernel.KernelException;

/**
 * The waiters of one number, and what the kernel was asked to report of it. Used under the {@link Poller}'s lock of that
 * number.
 *
 * <p>A channel that is full can have thousands of waiters, so the coming and going of one looks at no other.
 */
final class WatchedNumber {
  // About a quarter of the small messages that an empty queue takes. Were all woken when there is room for a few, each of n
  // waiting senders would be woken n times until all have sent.
  private static final int MOST_CALLED = 64;

  private final int epoll;
  private final int number;
  private final Set<ParkedThread> waiters = new LinkedHashSet<>();
  private int called; // of the waiters: woken by fire, and still to go
  private boolean heldBack; // some who wait for what has happened were not woken yet
  // What the kernel will report once, at least: it may also have reported already, and the event is on its way to us.
  private int armed;
  private boolean known; // to the kernel

  WatchedNumber(int epoll, int number) {
    this.epoll = epoll;
    this.number = number;
  }

  /** Adds a waiter. If that fails, nothing has changed. */
  void add(ParkedThread waiter) throws KernelException {
    if ((waiter.events & ~armed) != 0) {
      arm(armed | waiter.events);
    }
    waiters.add(waiter);
  }

  /** Takes a waiter out. {@return whether it was the last: then the number is not watched any more} */
  boolean remove(ParkedThread waiter) throws KernelException {
    waiters.remove(waiter);
    called -= waiter.called ? 1 : 0;
    if (!waiters.isEmpty()) {
      if (called == 0 && heldBack) {
        fire(0);
      }
      return false;
    }
    if (known) {
      known = false;
      Epoll.remove(epoll, number);
    }
    return true;
  }

  /** Wakes those who wait for what has happened, and goes on watching for the others. */
  void fire(int happened) {
    boolean over = (happened & (Epoll.ERROR | Epoll.HANG_UP)) != 0;
    int others = 0;
    heldBack = false;
    for (ParkedThread waiter : waiters) {
      if (waiter.isWoken()) {
        continue;
      }
      if (over || (happened & waiter.events) != 0) {
        if (over || called < MOST_CALLED) {
          waiter.called = true;
          called++;
          waiter.wake();
        } else {
          heldBack = true;
        }
      } else {
        others |= waiter.events;
      }
    }
    armed = 0;
    if (others != 0) {
      try {
        arm(others);
      } catch (KernelException e) {
        waiters.forEach(ParkedThread::wake); // they look for themselves
      }
    }
  }

  private void arm(int events) throws KernelException {
    int interest = events | Epoll.ONE_SHOT; // poll(2) and epoll(7) use the same bits for in and out
    if (known) {
      Epoll.modify(epoll, number, interest, number);
    } else {
      Epoll.add(epoll, number, interest, number);
      known = true;
    }
    armed = events;
  }
}
