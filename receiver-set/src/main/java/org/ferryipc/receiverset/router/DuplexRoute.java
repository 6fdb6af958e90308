package org.ferryipc.receiverset.router;

import java.time.Duration;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.PeerIdentity;
import org.ferryipc.core.failure.IpcException;

/**
 * The route of a two-way end, which sends while the router receives for it.
 *
 * <p>When it was removed or closed, or its channel has ended, sending throws {@link
 * org.ferryipc.core.failure.HandleStateException}; the end that {@link #remove} gave out sends on.
 *
 * @param <Out> what the end sends
 * @param <In> what it receives
 */
public final class DuplexRoute<Out, In> extends Route<Duplex<Out, In>> {
  private final PeerIdentity peer;

  DuplexRoute(Course<Duplex<Out, In>, In> course, String name, PeerIdentity peer) {
    super(course, name);
    this.peer = peer;
  }

  /**
   * As {@link Duplex#send}.
   *
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public void send(Out message) throws IpcException, InterruptedException {
    course.handleInside().send(message);
  }

  /**
   * As {@link Duplex#trySend(Object)}.
   *
   * @throws IpcException as there
   */
  public boolean trySend(Out message) throws IpcException {
    return course.handleInside().trySend(message);
  }

  /**
   * As {@link Duplex#trySend(Object, Duration)}.
   *
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public boolean trySend(Out message, Duration limit) throws IpcException, InterruptedException {
    return course.handleInside().trySend(message, limit);
  }

  /** {@return what is known of the other end's process; empty unless a doorway or the start of a child told it} */
  public PeerIdentity peer() {
    return peer;
  }
}
