package org.ferryipc.unix.waiting;

import java.util.concurrent.locks.LockSupport;

/** One wait of a virtual thread. */
final class ParkedThread implements Sleeper {
  final int events;
  private final Thread thread;
  private volatile boolean woken;
  boolean called; // guarded by the poller's lock of the number

  ParkedThread(Thread thread, int events) {
    this.thread = thread;
    this.events = events;
  }

  boolean isWoken() {
    return woken;
  }

  @Override
  public void wake() {
    woken = true;
    LockSupport.unpark(thread);
  }

  /** Parks until woken, interrupted, or the time is over; {@link Long#MAX_VALUE} is for ever. */
  void park(long nanos) {
    long deadline = nanos == Long.MAX_VALUE ? 0 : System.nanoTime() + nanos;
    while (!woken && !thread.isInterrupted()) {
      if (nanos == Long.MAX_VALUE) {
        LockSupport.park(this);
      } else {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          return;
        }
        LockSupport.parkNanos(this, left);
      }
    }
  }
}
