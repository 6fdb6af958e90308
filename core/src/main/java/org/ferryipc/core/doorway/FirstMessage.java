package org.ferryipc.core.doorway;

import org.ferryipc.core.Delivery;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.PeerIdentity;

/**
 * The one client of a {@link OneShotServer} and what it sent first. To be used by one thread at a time.
 *
 * @param receiver where its further messages arrive; the caller's
 * @param delivery its first message
 * @param peer who it is
 */
public record FirstMessage<T>(IpcReceiver<T> receiver, Delivery<T> delivery, PeerIdentity peer)
    implements AutoCloseable {

  /** {@return its first message}; {@code delivery().keep()} takes it out of {@link #close} */
  public T message() {
    return delivery.value();
  }

  /** Closes the receiver, and the handles of the message that nobody moved, converted, kept or closed. Idempotent. */
  @Override
  public void close() {
    receiver.close();
    delivery.close();
  }
}
