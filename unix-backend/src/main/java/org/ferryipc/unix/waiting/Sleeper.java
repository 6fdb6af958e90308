package org.ferryipc.unix.waiting;

/** A thread that waits. */
interface Sleeper {
  /** Ends the wait, also one that has not quite begun. Never blocks. */
  void wake();
}
