package org.ferryipc.receiverset;

import java.time.Duration;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.PeerIdentity;
import org.ferryipc.core.failure.IpcException;

/**
 * The membership of a two-way end, which can send while the set receives for it.
 *
 * <p>After it was removed or closed, or its channel has ended, sending throws {@link
 * org.ferryipc.core.failure.HandleStateException}; the end that {@link ReceiverSet#remove} gave out sends on.
 */
public final class DuplexRegistration<Out, In> extends Registration<In> {
  final Member<Duplex<Out, In>, In> duplex;

  DuplexRegistration(Member<Duplex<Out, In>, In> member) {
    super(member);
    this.duplex = member;
  }

  /**
   * As {@link Duplex#send}.
   *
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public void send(Out message) throws IpcException, InterruptedException {
    duplex.handleInside().send(message);
  }

  /**
   * As {@link Duplex#trySend(Object)}.
   *
   * @throws IpcException as there
   */
  public boolean trySend(Out message) throws IpcException {
    return duplex.handleInside().trySend(message);
  }

  /**
   * As {@link Duplex#trySend(Object, Duration)}.
   *
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public boolean trySend(Out message, Duration limit) throws IpcException, InterruptedException {
    return duplex.handleInside().trySend(message, limit);
  }

  /** {@return what is known of the other end's process; empty unless a doorway or the start of a child told it} */
  public PeerIdentity peer() {
    return duplex.gathered().handle().peer();
  }

  /** As {@link #close()}, with a reason for the other side. */
  public void close(CloseReason.Closed reason) {
    duplex.discard(end -> end.close(reason));
  }
}
