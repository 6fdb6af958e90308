package org.ferryipc.unix.socket;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.unix.frame.FrameHeader;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.kernel.Sockets;

/**
 * The CLOSE frame: code i32, then text in UTF-8. Sent without waiting by the last reference of the only process that ever had
 * one; it says why a channel ended, and that it ended is the kernel's to say.
 */
final class Goodbye {
  private static final ValueLayout.OfInt CODE = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  // Asked for once when the queue is full: a larger buffer lets one more small packet in (it works on a full socket).
  private static final int MORE_ROOM = 1 << 20;

  private Goodbye() {}

  static void send(int socket, CloseReason.Closed reason) {
    try (MessageBlock block = MessageBlock.borrow()) {
      byte[] text = reason.text().getBytes(StandardCharsets.UTF_8);
      int length = Integer.BYTES + text.length;
      MemorySegment payload = block.inline();
      payload.set(CODE, 0, reason.code());
      MemorySegment.copy(text, 0, payload, ValueLayout.JAVA_BYTE, Integer.BYTES, text.length);
      FrameHeader.write(block.header(), 0, FrameHeader.CLOSE, FrameHeader.EXCLUSIVE, 0, length);
      block.inlinePayload(length);
      if (block.send(socket) == -Errno.EAGAIN) {
        try {
          Sockets.sendBuffer(socket, MORE_ROOM);
        } catch (KernelException keepsIts) {
          return; // the receiver hears Unknown
        }
        long unused = block.send(socket);
      }
    }
  }

  /** {@return the reason in a CLOSE frame of a peer} */
  static CloseReason.Closed read(byte[] payload, String channel) throws MalformedMessageException {
    int textBytes = payload.length - Integer.BYTES;
    if (textBytes < 0) {
      throw new MalformedMessageException(channel, "close frame", payload.length + " bytes");
    }
    String text = new String(payload, Integer.BYTES, textBytes, StandardCharsets.UTF_8);
    if (text.length() > CloseReason.Closed.MAX_TEXT) {
      throw new MalformedMessageException(channel, "close text", text.length() + " characters");
    }
    return new CloseReason.Closed(MemorySegment.ofArray(payload).get(CODE, 0), text);
  }
}
