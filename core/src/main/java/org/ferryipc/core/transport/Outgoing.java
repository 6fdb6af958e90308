package org.ferryipc.core.transport;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
 * @param parts if there are any, the payload is these, in order, and not in {@code bytes}; {@code length} is their sum
 */
public record Outgoing(
    byte[] bytes, int offset, int length, int headRoom, List<Resource> resources, List<MemorySegment> parts) {

  /** What every transport's frame header fits into; encoders leave this much in front. */
  public static final int HEAD_ROOM = 16;

  private static final byte[] ELSEWHERE = {};

  /** A payload in one piece. */
  public Outgoing(byte[] bytes, int offset, int length, int headRoom, List<Resource> resources) {
    this(bytes, offset, length, headRoom, resources, List.of());
  }

  /** {@return a message whose payload is in several pieces} */
  public static Outgoing of(List<MemorySegment> parts, int length, List<Resource> resources) {
    return new Outgoing(ELSEWHERE, 0, length, 0, resources, parts);
  }

  /** {@return the payload, in one piece or more} */
  public List<MemorySegment> pieces() {
    return parts.isEmpty() ? List.of(MemorySegment.ofArray(bytes).asSlice(offset, length)) : parts;
  }

  /** {@return {@code all}, with a copy of a payload of several pieces} */
  public static byte[] joined(List<MemorySegment> parts, byte[] all) {
    int at = 0;
    for (MemorySegment part : parts) {
      int size = (int) part.byteSize();
      MemorySegment.copy(part, ValueLayout.JAVA_BYTE, 0, all, at, size);
      at += size;
    }
    return all;
  }
}
