package org.ferryipc.unix.waiting;

import org.ferryipc.core.failure.IpcException;
import org.ferryipc.unix.descriptor.GuardedNumber;

/** A receiving port whose arrivals show at a descriptor. */
public interface Pollable {
  /**
   * {@return the descriptor to watch}; called under the port's turn
   *
   * @throws org.ferryipc.core.failure.MalformedMessageException if a peer sent it and it is no channel, so that nothing is
   *     known of what watching it would do
   */
  GuardedNumber watched() throws IpcException;
}
