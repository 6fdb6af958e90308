package org.ferryipc.core.transport;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * One message on its way out: bytes, and the leased resources that travel with them.
 *
 * <p>The transport reads it during one {@link SendPort#trySend} and keeps nothing of it.
 *
 * @param buffer where the bytes lie, on the heap or native
 * @param offset where in {@code buffer} they begin
 * @param length how many there are
 * @param headRoom how many bytes in front of {@code offset} the transport may overwrite for its frame header
 * @param resources what moves with the message, in slot order
 */
public record Outgoing(
    MemorySegment buffer, long offset, long length, int headRoom, List<Resource> resources) {

  /** What every transport's frame header fits into; encoders leave this much in front. */
  public static final int HEAD_ROOM = 16;
}
