package org.ferryipc.unix.waiting;

import org.ferryipc.unix.kernel.KernelException;
import org.jspecify.annotations.Nullable;

/**
 * Hears that the other end of a socket is closed, for who does not ask the kernel any more with each message. By the
 * process's {@link Poller}, within about a millisecond.
 */
public final class PeerWatch {
  private final Poller poller;
  private final int number;
  private final long id;

  private PeerWatch(Poller poller, int number, long id) {
    this.poller = poller;
    this.number = number;
    this.id = id;
  }

  /**
   * Begins to watch.
   *
   * @param number open until {@link #end}
   * @param gone called once, by the poller's thread; quick
   * @return null if the system has no room for it
   */
  public static @Nullable PeerWatch begin(int number, Runnable gone) {
    @Nullable Poller poller = Poller.shared();
    if (poller == null) {
      return null;
    }
    try {
      return new PeerWatch(poller, number, poller.watchHangUp(number, gone));
    } catch (KernelException refused) {
      return null;
    }
  }

  /** Ends it. Once; the number is still open. */
  public void end() {
    poller.forgetHangUp(number, id);
  }
}
