package org.ferryipc.unix.socket;

import java.lang.foreign.MemorySegment;
import org.ferryipc.core.transport.Outgoing;
import org.ferryipc.unix.frame.FrameHeader;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.kernel.PartsBlock;
import org.ferryipc.unix.kernel.Sockets;

/** One attempt to send a message that is bytes in one packet and nothing else; others are an {@link OutgoingFrame}. */
final class PlainFrame {
  private PlainFrame() {}

  /**
   * Sends once.
   *
   * @param flags {@link FrameHeader#STAMPED} with {@code position}, or 0 and 0
   * @return what the system call returned
   */
  static long send(int socket, Outgoing message, int flags, int position) {
    if (!message.parts().isEmpty()) {
      try (PartsBlock block = PartsBlock.open(message.parts().size())) {
        FrameHeader.write(block.header(), 0, FrameHeader.DATA, flags, 0, message.length(), position);
        return block.send(socket, message.parts());
      }
    }
    byte[] bytes = message.bytes();
    int offset = message.offset();
    int length = message.length();
    if (message.headRoom() >= FrameHeader.BYTES) {
      int start = offset - FrameHeader.BYTES;
      FrameHeader.write(bytes, start, FrameHeader.DATA, flags, 0, length, position);
      return Sockets.send(socket, bytes, start, FrameHeader.BYTES + length);
    }
    try (MessageBlock block = MessageBlock.borrow()) {
      FrameHeader.write(block.header(), 0, FrameHeader.DATA, flags, 0, length, position);
      return block.payload(bytes, offset, length).send(socket);
    }
  }

  /** As the other, a part of {@code bytes}. */
  static long send(int socket, MemorySegment bytes, long offset, long length, int flags, int position) {
    try (MessageBlock block = MessageBlock.borrow()) {
      FrameHeader.write(block.header(), 0, FrameHeader.DATA, flags, 0, length, position);
      if (bytes.isNative() && length > MessageBlock.INLINE_BYTES) {
        block.payload(offset == 0 && length == bytes.byteSize() ? bytes : bytes.asSlice(offset, length));
      } else { // copied though it need not be: one part is cheaper for the kernel than two
        block.payloadCopy(bytes, offset, length);
      }
      return block.send(socket);
    }
  }
}
