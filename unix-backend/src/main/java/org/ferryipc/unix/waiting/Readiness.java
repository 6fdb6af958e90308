package org.ferryipc.unix.waiting;

import java.io.Closeable;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.Waiting;
import org.ferryipc.unix.descriptor.GuardedNumber;
import org.ferryipc.unix.descriptor.KernelFailures;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Poll;
import org.jspecify.annotations.Nullable;

/**
 * A guarded number, and the waiting until it is ready. One object, because most ends are only passed on, in their thousands.
 *
 * <p><b>No lost wake-up.</b> A waiter is on the list before it asks {@link Waiting#isOver}; who ends a handle marks it
 * first and calls {@link #wakeAll} second. So either the waiter sees the mark, or the waker sees the waiter; and a woken
 * waiter stays woken, because an eventfd keeps its count and a parked thread its permit.
 *
 * <p><b>No reused number.</b> The number is acquired before and released after the wait.
 */
public final class Readiness extends GuardedNumber {
  // With no descriptor left for a wake-up counter a wait is cut into pieces of this length, and its caller looks again.
  private static final long BLIND_PIECE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  // Made by the first waiter: most ends are passed on, or closed, before anybody waits on them. Never unset.
  private volatile @Nullable Set<Sleeper> sleepers;

  /** Takes ownership of an open number. */
  public Readiness(int number) {
    this(number, null);
  }

  /** Takes ownership of a number that is given back by {@code closing}; null for {@code close(2)}. */
  public Readiness(int number, @Nullable Closeable closing) {
    super(number, closing);
  }

  /** Makes every waiting call return. Never blocks. */
  public void wakeAll() {
    Set<Sleeper> asleep = sleepers;
    if (asleep != null) {
      for (Sleeper sleeper : asleep) {
        sleeper.wake();
      }
    }
  }

  /** {@return how many calls wait}; a hint */
  public int waiting() {
    Set<Sleeper> asleep = sleepers;
    return asleep == null ? 0 : asleep.size();
  }

  private Set<Sleeper> sleepers() {
    Set<Sleeper> present = sleepers;
    if (present == null) {
      synchronized (this) {
        present = sleepers;
        if (present == null) {
          present = ConcurrentHashMap.newKeySet();
          sleepers = present;
        }
      }
    }
    return present;
  }

  /**
   * Waits for {@code events}, an error, a hang-up, {@link #wakeAll}, the deadline, or for no reason.
   *
   * @param events {@link Poll#IN} or {@link Poll#OUT}
   * @param atMost nanoseconds after which to return anyway, whatever the deadline
   * @return what the kernel said has happened since the wait began; 0 if that is not known
   * @throws InterruptedException if the thread is interrupted before or while it waits
   */
  public int await(int events, Deadline deadline, long atMost, Waiting caller)
      throws IpcException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    int number = acquire();
    if (number < 0) {
      return 0;
    }
    int happened = 0;
    try {
      long nanos = Math.min(deadline.remainingNanos(), atMost);
      if (Thread.currentThread().isVirtual()) {
        awaitVirtual(number, events, nanos, caller);
      } else {
        happened = awaitPlatform(number, events, nanos, caller);
      }
    } finally {
      release();
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return happened;
  }

  private int awaitPlatform(int number, int events, long nanos, Waiting caller) throws IpcException {
    @Nullable Waker waker = Waker.borrow();
    try {
      if (waker == null) {
        return Poll.events(Poll.await(number, events, Poll.NONE, Math.min(nanos, BLIND_PIECE_NANOS)));
      }
      sleepers().add(waker);
      try {
        return caller.isOver() ? 0 : Poll.events(waker.poll(number, events, nanos));
      } finally {
        sleepers().remove(waker);
        waker.giveBack();
      }
    } catch (KernelException e) {
      throw KernelFailures.typed("waiting", e);
    }
  }

  private void awaitVirtual(int number, int events, long nanos, Waiting caller) {
    ParkedThread parked = new ParkedThread(Thread.currentThread(), events);
    sleepers().add(parked);
    try {
      if (caller.isOver()) {
        return;
      }
      @Nullable Poller poller = Poller.shared();
      if (poller == null || !poller.watch(number, parked)) {
        parked.park(Math.min(nanos, BLIND_PIECE_NANOS));
        return;
      }
      try {
        parked.park(nanos);
      } finally {
        poller.forget(number, parked);
      }
    } finally {
      sleepers().remove(parked);
    }
  }
}
