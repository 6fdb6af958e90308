package org.ferryipc.core.transport;

import java.util.List;

/**
 * One message on its way out: bytes, and the leased resources that travel with them.
 *
 * <p>The transport reads it during one {@link SendPort#trySend} and keeps nothing of it.
 *
 * @param bytes where the payload lies
 * @param offset where in {@code bytes} it begins
 * @param length its length
 * @param headRoom how many bytes in front of {@code offset} the transport may overwrite for its frame header
 * @param resources what moves with the message, in slot order
 */
public record Outgoing(
    byte[] bytes, int offset, int length, int headRoom, List<Resource> resources) {

  /** What every transport's frame header fits into; encoders leave this much in front. */
  public static final int HEAD_ROOM = 16;
}
