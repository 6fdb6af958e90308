package org.ferryipc.core.inprocess;

/** One queue that a poller watches. */
final class WatchedQueue {
  final long token;
  private final QueuePoller poller;
  private final boolean once;
  private boolean silent; // reported once, and not armed again; guarded by the queue's lock
  boolean listed; // whether the poller's list of reports has it; guarded by the poller's lock

  WatchedQueue(QueuePoller poller, long token, boolean once) {
    this.poller = poller;
    this.token = token;
    this.once = once;
  }

  /** Says that the queue may have something. Called under the queue's lock. */
  void report() {
    if (!silent) {
      silent = once;
      poller.report(this);
    }
  }

  /** Lets the queue be reported once more. Called under the queue's lock. */
  void rearm() {
    silent = false;
  }
}
