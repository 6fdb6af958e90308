package org.ferryipc.core.failure;

import org.ferryipc.core.CloseReason;

/**
 * The other side is gone: no sender is left and the queue is empty, or no receiver is left.
 *
 * <p>Final for this channel: each further call fails in the same way. Nothing that was queued before is lost.
 */
public final class DisconnectedException extends IpcException {
  private static final long serialVersionUID = 1L;

  private final transient CloseReason reason;

  /** Made where a call meets the end of its channel. */
  public DisconnectedException(String channel, CloseReason reason) {
    super(channel + ": disconnected (" + reason.describe() + ")", null);
    this.reason = reason;
  }

  /** {@return why the channel ended, as far as it is known} */
  public CloseReason reason() {
    return reason;
  }
}
