package org.ferryipc.core;

import java.io.IOException;
import org.ferryipc.core.transport.ChildRedirect;

/** A descriptor on its way into a child process; see {@link OwnedFd#redirect}. Used by one thread at a time. */
public final class RedirectedFd implements AutoCloseable {
  private final ChildRedirect lent;
  private boolean closed;

  RedirectedFd(ChildRedirect lent) {
    this.lent = lent;
  }

  /** {@return what {@link ProcessBuilder#redirectInput} and its siblings take}; valid until {@link #close} */
  public ProcessBuilder.Redirect redirect() {
    return lent.redirect();
  }

  /**
   * Gives up the descriptor here; the child keeps its own. Idempotent.
   *
   * @throws IOException if the system reports that closing failed
   */
  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      lent.owner().close();
    }
  }
}
