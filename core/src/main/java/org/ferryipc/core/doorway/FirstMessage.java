package org.ferryipc.core.doorway;

import org.ferryipc.core.Handles;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.PeerIdentity;

/**
 * The one client of a {@link OneShotServer} and what it sent first.
 *
 * @param receiver where its further messages arrive; the caller's
 * @param message its first message; the handles in it are the caller's
 * @param peer who it is
 */
public record FirstMessage<T>(IpcReceiver<T> receiver, T message, PeerIdentity peer) implements AutoCloseable {

  /** Closes the receiver, and the handles in the message that nobody moved, converted or closed. Idempotent. */
  @Override
  public void close() {
    receiver.close();
    Handles.close(message);
  }
}
