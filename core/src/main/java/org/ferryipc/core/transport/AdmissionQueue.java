package org.ferryipc.core.transport;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.ferryipc.core.ownership.CloseFailures;

/** The clients of one gate that were let in and not yet accepted, first come first served. Safe for any thread. */
public final class AdmissionQueue<P extends Resource> {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Queue<Admission.Guest<P>> waiting = new ArrayDeque<>(); // guarded by lock
  private boolean finished; // guarded by lock
  private boolean abandoned; // guarded by lock

  /** An empty queue. */
  public AdmissionQueue() {}

  /** Adds a client; if the queue was abandoned meanwhile its port is released instead. */
  public void add(Admission.Guest<P> guest) {
    lock.lock();
    try {
      if (!abandoned) {
        waiting.add(guest);
        changed.signal();
        return;
      }
    } finally {
      lock.unlock();
    }
    release(guest);
  }

  /** {@return how many wait} */
  public int size() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  /** Says that nobody else will be added; those who wait can still be taken. Idempotent. */
  public void finish() {
    lock.lock();
    try {
      finished = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** As {@link #finish}, and releases those who wait and those who are still added. Idempotent. */
  public void abandon() {
    List<Admission.Guest<P>> dropped;
    lock.lock();
    try {
      finished = true;
      abandoned = true;
      dropped = new ArrayList<>(waiting);
      waiting.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    dropped.forEach(AdmissionQueue::release);
  }

  /**
   * Waits for the next client.
   *
   * @throws InterruptedException if the thread is interrupted before or while it waits; nobody was taken
   */
  public Admission<P> accept(Deadline deadline) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (true) {
        Admission.Guest<P> guest = waiting.poll();
        if (guest != null) {
          return guest;
        }
        if (finished) {
          return new Admission.Over<>();
        }
        if (deadline.passed()) {
          return new Admission.TooLate<>();
        }
        if (deadline.bounded()) {
          long left = changed.awaitNanos(deadline.remainingNanos());
          assert left > 0 || deadline.passed() : "the wait ended early";
        } else {
          changed.await();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private static void release(Admission.Guest<?> guest) {
    CloseFailures.releaseQuietly(guest.port());
  }
}
