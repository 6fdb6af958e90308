package org.ferryipc.rpc;

import java.util.ArrayDeque;
import org.ferryipc.core.ownership.BriefLock;
import org.ferryipc.core.transport.Deadline;

/** Counts the calls of this side that are under way. Thread-safe; who waits first is served first. */
final class InFlight extends BriefLock {
  private final Pump pump;

  // All under the lock.
  private int most;
  private int free;
  private boolean over;
  private final ArrayDeque<Place> waiting = new ArrayDeque<>(0);

  InFlight(Pump pump, int most) {
    this.pump = pump;
    this.most = most;
    this.free = most;
  }

  /** Learns how many the other side takes, before the first call. */
  void restrictTo(int theirs) {
    lock();
    try {
      most = Math.min(most, theirs);
      free = Math.min(free, most);
    } finally {
      unlock();
    }
  }

  boolean tryEnter() {
    lock();
    try {
      if (free > 0 && waiting.isEmpty()) {
        free--;
        return true;
      }
      return false;
    } finally {
      unlock();
    }
  }

  /**
   * Waits for a place.
   *
   * @return whether there was one in time
   * @throws InterruptedException if the thread is interrupted meanwhile
   */
  boolean enter(Deadline deadline) throws InterruptedException {
    Place place = new Place();
    lock();
    try {
      if (over) {
        return true; // the call then finds that out by itself
      }
      if (free > 0 && waiting.isEmpty()) {
        free--;
        return true;
      }
      waiting.add(place);
    } finally {
      unlock();
    }
    boolean mine = false;
    try {
      mine = pump.await(place, deadline);
      return mine;
    } finally {
      if (!mine) {
        withdraw(place);
      }
    }
  }

  private void withdraw(Place place) {
    boolean given;
    lock();
    try {
      given = !waiting.remove(place);
    } finally {
      unlock();
    }
    if (given) {
      boolean unused = leave(1);
    }
  }

  /** Gives places back; not more than there are, whatever a peer reports. {@return whether somebody waited for one} */
  boolean leave(int count) {
    lock();
    try {
      free += Math.min(count, most - free);
      boolean given = false;
      while (free > 0 && !waiting.isEmpty()) {
        free--;
        waiting.remove().give();
        given = true;
      }
      return given;
    } finally {
      unlock();
    }
  }

  /** Lets everybody through: there is nothing to wait for any more. */
  void end() {
    lock();
    try {
      over = true;
      while (!waiting.isEmpty()) {
        waiting.remove().give();
      }
    } finally {
      unlock();
    }
  }

  private static final class Place extends Waiter {
    private volatile boolean given;

    void give() {
      given = true;
      wake();
    }

    @Override
    boolean isDone() {
      return given;
    }
  }
}
