package org.ferryipc.rpc;

import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.ferryipc.core.ownership.BriefLock;
import org.jspecify.annotations.Nullable;

/**
 * A thread that waits for something to arrive on a connection: its answer, a free place, a call to run. While it waits
 * it may be given work, and it may be the one that receives ({@link Pump}).
 */
abstract class Waiter extends BriefLock {
  private volatile @Nullable Thread thread;
  private volatile @Nullable Pump pump;
  private volatile boolean hasWork;

  // Both under the lock.
  private final ArrayDeque<Runnable> work = new ArrayDeque<>(0);
  private boolean left;

  /** {@return whether there is nothing left to wait for} */
  abstract boolean isDone();

  /** Says which thread waits, and where. */
  final void begin(Thread waiting, Pump at) {
    pump = at;
    thread = waiting;
  }

  /** {@return whether the wait has something to return for, or to do} */
  final boolean isReady() {
    return hasWork || isDone();
  }

  /** Wakes the thread, so that it looks again. */
  final void wake() {
    Thread waiting = thread;
    if (waiting != null && waiting != Thread.currentThread()) {
      LockSupport.unpark(waiting);
      Objects.requireNonNull(pump).wakeIfLeading(waiting);
    }
  }

  /** {@return whether the thread has taken {@code task} on}; it has not if it does not wait any more */
  final boolean offer(Runnable task) {
    lock();
    try {
      if (left) {
        return false;
      }
      work.add(task);
      hasWork = true;
    } finally {
      unlock();
    }
    wake();
    return true;
  }

  /** Takes back what was offered and is done elsewhere. */
  final void withdraw(Runnable task) {
    lock();
    try {
      boolean unused = work.remove(task);
      hasWork = !work.isEmpty();
    } finally {
      unlock();
    }
  }

  /** {@return how many tasks wait for this thread} */
  final int backlog() {
    lock();
    try {
      return work.size();
    } finally {
      unlock();
    }
  }

  final @Nullable Runnable poll() {
    if (!hasWork) {
      return null;
    }
    lock();
    try {
      Runnable next = work.poll();
      hasWork = !work.isEmpty();
      return next;
    } finally {
      unlock();
    }
  }

  /** Takes no more work on. {@return whether nothing was left to do; if not, the wait is not over} */
  final boolean leave() {
    lock();
    try {
      left = work.isEmpty();
      return left;
    } finally {
      unlock();
    }
  }
}
