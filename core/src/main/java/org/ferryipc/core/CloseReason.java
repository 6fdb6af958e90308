package org.ferryipc.core;

import org.ferryipc.core.transport.PeerText;

/**
 * Why a channel ended, as far as this side knows it; Ferry never guesses.
 */
public sealed interface CloseReason {

  /**
   * The last sender said goodbye.
   *
   * @param code 0 for an ordinary close; the program's own number otherwise
   * @param text what the closing side wanted to say, possibly empty; anything at all if that is hostile
   */
  record Closed(int code, String text) implements CloseReason {
    /** An ordinary close. */
    public static final Closed ORDERLY = new Closed(0, "");

    /** Longest goodbye text, in UTF-16 units: it must always fit one small packet. */
    public static final int MAX_TEXT = 1024;

    /** Checks the text. */
    public Closed {
      if (text.length() > MAX_TEXT) {
        throw new IllegalArgumentException("text has " + text.length() + " characters, at most " + MAX_TEXT);
      }
    }
  }

  /** The peer process is known to have ended without a goodbye. */
  record Died() implements CloseReason {}

  /**
   * The peer sent what no Ferry sends.
   *
   * @param what the field that was wrong
   */
  record ProtocolError(String what) implements CloseReason {}

  /** The channel ended and nothing says why. */
  record Unknown() implements CloseReason {}

  /** {@return the reason in words, for messages}; what the other side said is without control characters there */
  default String describe() {
    return switch (this) {
      case Closed(int code, String text) ->
          "closed by the other side" + (code != 0 ? ", code " + code : "") + (text.isEmpty() ? "" : ": " + PeerText.printable(text));
      case Died() -> "the peer process died";
      case ProtocolError(String what) -> "protocol error: " + what;
      case Unknown() -> "no reason given";
    };
  }
}
