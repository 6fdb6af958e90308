package org.ferryipc.core.inprocess;

import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.ferryipc.core.transport.ArrivalPoller;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.ReceivePort;
import org.jspecify.annotations.Nullable;

/**
 * Watches queues of this process; holds no descriptor.
 *
 * <p>A queue reports under its own lock whatever comes; here it is listed once until it is fetched. It leaves the list
 * before its reader looks at it, so what comes during or after that look lists it again: no report is lost. A reader that
 * leaves something is told so by {@link ReceivePort#rest} and looks again by itself.
 *
 * <p>Lock order: a queue's lock, then {@code lock}. The alarm is called under both and must take no lock of either sort.
 */
final class QueuePoller implements ArrivalPoller {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition called = lock.newCondition();
  private final ArrayDeque<WatchedQueue> reports = new ArrayDeque<>(); // guarded by lock
  private boolean woken; // guarded by lock
  // Whether there are reports or a wake-up; written under lock. Who looks without it and sees an old value is called by the
  // alarm, if it does not wait here.
  private volatile boolean something;
  private @Nullable Runnable alarm; // guarded by lock

  @Override
  public void watch(ReceivePort port, long token) {
    queueOf(port).watch(new WatchedQueue(this, token, false));
  }

  @Override
  public void watchOnce(ReceivePort port, long token) {
    queueOf(port).watch(new WatchedQueue(this, token, true));
  }

  @Override
  public void rearm(ReceivePort port, long token) {
    queueOf(port).rearmWatch();
  }

  @Override
  public void forget(ReceivePort port) {
    queueOf(port).watch(null);
  }

  private static MessageQueue queueOf(ReceivePort port) {
    return switch (port) {
      case QueueReceiver receiver -> receiver.queue();
      case QueueDuplex duplex -> duplex.in().queue();
      default -> throw new IllegalArgumentException("not an in-process port: " + port);
    };
  }

  void report(WatchedQueue queue) {
    lock.lock();
    try {
      if (!queue.listed) {
        queue.listed = true;
        reports.add(queue);
        if (reports.size() == 1) {
          ring();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private void ring() {
    assert lock.isHeldByCurrentThread();
    something = true;
    called.signalAll();
    Runnable other = alarm;
    if (other != null) {
      other.run();
    }
  }

  @Override
  public int await(long[] tokens, int at, Deadline deadline) throws InterruptedException {
    boolean waits = deadline != Deadline.AT_ONCE;
    if (!waits && !something) {
      return 0;
    }
    if (waits) {
      lock.lockInterruptibly();
    } else {
      lock.lock();
    }
    try {
      while (waits && reports.isEmpty() && !woken && !deadline.passed()) {
        if (deadline.bounded()) {
          long unused = called.awaitNanos(deadline.remainingNanos());
        } else {
          called.await();
        }
      }
      woken = false;
      int count = fetch(tokens, at);
      something = !reports.isEmpty();
      return count;
    } finally {
      lock.unlock();
    }
  }

  private int fetch(long[] tokens, int at) {
    int end = at;
    while (end < tokens.length) {
      WatchedQueue queue = reports.pollFirst();
      if (queue == null) {
        break;
      }
      queue.listed = false;
      tokens[end++] = queue.token;
    }
    return end - at;
  }

  @Override
  public void wakeup() {
    lock.lock();
    try {
      woken = true;
      ring();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void alarm(Runnable other) {
    lock.lock();
    try {
      alarm = other;
      if (woken || !reports.isEmpty()) {
        other.run();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int descriptors() {
    return 0;
  }

  @Override
  public void close() {
    wakeup();
  }
}
