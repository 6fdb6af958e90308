package org.ferryipc.core.failure;

import org.jspecify.annotations.Nullable;

/**
 * The doorway turned somebody away: wrong user, wrong message type, unknown or taken name, a peer that is no Ferry.
 *
 * <p>Nothing is left behind by a refused connection.
 */
public final class RefusedException extends IpcException {
  private static final long serialVersionUID = 1L;

  /** Made by the doorway; the text says who was refused and by which rule. */
  public RefusedException(String message) {
    this(message, null);
  }

  /** As the other, with what failed where the decision was made. */
  public RefusedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
