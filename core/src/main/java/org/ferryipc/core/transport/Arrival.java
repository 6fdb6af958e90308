package org.ferryipc.core.transport;

import org.ferryipc.core.CloseReason;

/** What one look at a receiving port found. */
public sealed interface Arrival permits Incoming, Arrival.Nothing, Arrival.End {

  /** Nothing is there now. */
  enum Nothing implements Arrival {
    /** The one value. */
    INSTANCE
  }

  /**
   * No sender is left and the queue is empty; final.
   *
   * @param reason why, as far as known
   */
  record End(CloseReason reason) implements Arrival {}
}
