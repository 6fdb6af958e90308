package org.ferryipc.core.inprocess;

/** One queue that a poller watches. */
final class WatchedQueue {
  final long token;
  private final QueuePoller poller;
  boolean listed; // whether the poller's list of reports has it; guarded by the poller's lock

  WatchedQueue(QueuePoller poller, long token) {
    this.poller = poller;
    this.token = token;
  }

  /** Says that the queue may have something. Called under the queue's lock. */
  void report() {
    poller.report(this);
  }
}
