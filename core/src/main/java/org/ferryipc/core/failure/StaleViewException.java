package org.ferryipc.core.failure;

/**
 * Borrowed bytes were used after their message was released, recycled or changed: a mistake of the calling program,
 * hence unchecked. What the call would have shown may be other bytes, so it shows none.
 *
 * <p>To keep the bytes, copy them before the message is released, or keep the message; {@code -Dferry.borrow=copy}
 * copies all that would be borrowed.
 */
public final class StaleViewException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /**
   * Made at each use of what is borrowed no more.
   *
   * @param view what was used
   * @param end what became of its message, for instance {@code "was released"}
   */
  public StaleViewException(String view, String end) {
    super(view + " is stale: its message " + end);
  }
}
