package org.ferryipc.core.failure;

/**
 * A message is larger than a {@link org.ferryipc.core.Limits limit} of its channel, or a name at the doorway longer than
 * the system allows.
 *
 * <p>At the sender nothing was moved. At the receiver the message was dropped and its descriptors closed, but for one that
 * found its caller's buffer too small: that stays the next message. The channel stays open. For a name no file was made.
 */
public final class LimitExceededException extends IpcException {
  private static final long serialVersionUID = 1L;

  private final String limit;
  private final long allowed;
  private final long asked;

  /**
   * Made wherever a limit is checked.
   *
   * @param limit the name of the limit as in {@link org.ferryipc.core.Limits}, with its unit
   * @param allowed the value of the limit
   * @param asked the value that the message wanted
   */
  public LimitExceededException(String channel, String limit, long allowed, long asked) {
    super(channel + ": " + limit + " is limited to " + allowed + ", asked for " + asked, null);
    this.limit = limit;
    this.allowed = allowed;
    this.asked = asked;
  }

  /** {@return the name of the limit} */
  public String limit() {
    return limit;
  }

  /** {@return the value of the limit} */
  public long allowed() {
    return allowed;
  }

  /** {@return the value that was asked for} */
  public long asked() {
    return asked;
  }
}
