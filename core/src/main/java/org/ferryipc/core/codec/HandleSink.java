package org.ferryipc.core.codec;

import org.ferryipc.core.Handle;
import org.ferryipc.core.failure.LimitExceededException;

/** Where an encoder puts the handles it meets. Belongs to one message and one thread. */
public interface HandleSink {

  /**
   * Leases {@code handle} to this message.
   *
   * @return its slot: 0, 1, 2, … in the order of the calls
   * @throws LimitExceededException if the message has too many handles
   * @throws org.ferryipc.core.failure.HandleStateException if the handle is moved, closed, or part of a message already
   *     (this one too)
   */
  int put(Handle handle) throws LimitExceededException;
}
