package org.ferryipc.core.failure;

/**
 * The peer sent bytes that no Ferry sends.
 *
 * <p>Descriptors that came with them are closed. The channel ends with {@link
 * org.ferryipc.core.CloseReason.ProtocolError}; no other channel is touched.
 */
public final class MalformedMessageException extends IpcException {
  private static final long serialVersionUID = 1L;

  private final String field;
  private final String detail;

  /**
   * Made by the frame and handle-table checks.
   *
   * @param field the part of the message that is wrong, for instance {@code "frame length"}
   * @param detail what was found and what would have been right
   */
  public MalformedMessageException(String channel, String field, String detail) {
    super(channel + ": malformed message: " + field + ": " + detail, null);
    this.field = field;
    this.detail = detail;
  }

  /** {@return the part of the message that is wrong} */
  public String field() {
    return field;
  }

  /** {@return what was found there and what would have been right} */
  public String detail() {
    return detail;
  }
}
