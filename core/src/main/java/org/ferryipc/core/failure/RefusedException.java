package org.ferryipc.core.failure;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The doorway turned somebody away: wrong user, wrong message type, unknown or taken name, a peer that is no Ferry.
 *
 * <p>Nothing is left behind by a refused connection.
 */
public final class RefusedException extends IpcException {
  private static final long serialVersionUID = 1L;

  private final transient @Nullable Mismatch mismatch;

  /**
   * What both sides named and must agree on.
   *
   * @param subject what they named: the messages to the server or to the client, the codec, the shape of the channel
   * @param server what the server named
   * @param client what the client named
   */
  public record Mismatch(String subject, String server, String client) {
    /** {@return both names in words} */
    public String describe() {
      return subject + ": the server says " + server + ", the client says " + client;
    }
  }

  /** Made by the doorway; the text says who was refused and by which rule. */
  public RefusedException(String message) {
    super(message, null);
    this.mismatch = null;
  }

  /** As the other, with what failed where the decision was made. */
  public RefusedException(String message, @Nullable Throwable cause) {
    super(message, cause);
    this.mismatch = null;
  }

  /** Made where the two sides of a doorway named something else. */
  public RefusedException(String where, Mismatch mismatch) {
    super(where + ": " + mismatch.describe(), null);
    this.mismatch = mismatch;
  }

  /** {@return what the two sides do not agree on; empty if it was refused for something else} */
  public Optional<Mismatch> mismatch() {
    return Optional.ofNullable(mismatch);
  }
}
