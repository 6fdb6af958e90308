package org.ferryipc.unix.socket;

/** What is known of the life of the process at the other end, by its pidfd. */
public interface PeerLife {
  /** {@return whether the process is known to have ended} */
  boolean hasDied();

  /** Gives up the pidfd. Idempotent. */
  void close();
}
