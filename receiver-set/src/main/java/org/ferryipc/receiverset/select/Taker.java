package org.ferryipc.receiverset.select;

import org.ferryipc.core.failure.IpcException;

/** What is done with the message that was chosen. */
@FunctionalInterface
public interface Taker<T> {
  /**
   * Called once, by the thread that chooses; what it throws, that call throws.
   *
   * @param message the taker's with its handles; those that it did not move, convert or close are closed if it throws
   * @throws IpcException what a call on a channel throws
   * @throws InterruptedException what a call on a channel throws
   */
  void take(T message) throws IpcException, InterruptedException;
}
