package org.ferryipc.core.transport;

import org.ferryipc.core.failure.IpcException;

/**
 * An open name. Clients are checked and let in at all times, whether or not anybody calls {@link #accept}: a client is
 * never kept waiting by a server that is busy elsewhere.
 *
 * <p>Any thread may call anything.
 *
 * @param <P> what a client's arrival gives to the server
 */
public interface Gate<P extends Resource> {

  /** {@return what clients connect to} */
  String name();

  /**
   * Waits for the next client that was let in; its port is the caller's. After the gate has ended those that came before
   * are still handed out, then {@link Admission.Over} for ever.
   *
   * @throws IpcException if the system refuses
   * @throws InterruptedException if the thread is interrupted before or while it waits; no client was taken
   */
  Admission<P> accept(Deadline deadline) throws IpcException, InterruptedException;

  /** Lets nobody else in. Those let in before can still be accepted. Returns at once; idempotent. */
  void stopAdmitting();

  /**
   * Ends the gate, wakes {@link #accept}, drops clients that nobody accepted, and removes the name. Idempotent. Waits up to a
   * second for a policy that is being asked.
   */
  void close();
}
