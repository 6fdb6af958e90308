package org.ferryipc.core.transport;

/** Words of a peer, for messages and logs: it may have put anything into them, also what a terminal obeys. */
public final class PeerText {
  private static final int LONGEST = 1_000;

  private PeerText() {}

  /** {@return the text without control characters, and cut at 1,000} */
  public static String printable(String text) {
    String shortened = text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    return shortened.codePoints()
        .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE ? ' ' : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
