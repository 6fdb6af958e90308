package org.ferryipc.unix.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The native memory of a {@link MessageBlock}: what {@code sendmsg} and {@code recvmsg} take, {@code struct msghdr}, with all
 * that it points to in the block. The payload's place lies right behind the header's, so that both can be one part.
 */
final class Envelope {
  // struct user_msghdr (linux/socket.h): name 0, namelen 8, iov 16, iovlen 24, control 32, controllen 40, flags 48
  private static final int MSG_IOV = 16;
  private static final int MSG_IOVLEN = 24;
  private static final int MSG_CONTROL = 32;
  private static final int MSG_CONTROLLEN = 40;
  private static final int MSG_FLAGS = 48;
  private static final int MSGHDR_BYTES = 56;

  // struct iovec (linux/uio.h): base 0, len 8
  private static final int IOV_LEN = 8;
  private static final int IOV_BYTES = 16;

  // The parts of a message, in order.
  private static final int HEADER = MSGHDR_BYTES;
  static final int PAYLOAD = HEADER + IOV_BYTES;
  static final int SPILL = PAYLOAD + IOV_BYTES;

  private static final int ERRNO = SPILL + IOV_BYTES;
  private static final int CONTROL = ERRNO + 16 + 8; // the 8 align it to 16
  private static final int HEADER_ROOM = CONTROL + ControlMessages.BYTES;
  private static final int INLINE_ROOM = HEADER_ROOM + MessageBlock.HEADER_BYTES;

  final MemorySegment memory = Arena.ofAuto().allocate(INLINE_ROOM + MessageBlock.INLINE_BYTES, 64);
  final MemorySegment errno = memory.asSlice(ERRNO, 16);
  final MemorySegment control = memory.asSlice(CONTROL, ControlMessages.BYTES);
  final MemorySegment header = memory.asSlice(HEADER_ROOM, MessageBlock.HEADER_BYTES);
  final MemorySegment inline = memory.asSlice(INLINE_ROOM);

  /** Header and payload, where they lie side by side. */
  final MemorySegment frame = memory.asSlice(HEADER_ROOM);

  Envelope() {
    memory.set(JAVA_LONG, MSG_IOV, memory.address() + HEADER);
    memory.set(JAVA_LONG, MSG_CONTROL, control.address());
  }

  /**
   * Says where a part lies.
   *
   * @throws IllegalArgumentException if it is not native memory
   */
  void part(int part, MemorySegment segment) {
    if (!segment.isNative()) {
      throw new IllegalArgumentException("the kernel needs native memory for sendmsg and recvmsg");
    }
    part(part, segment.address(), segment.byteSize());
  }

  void part(int part, long base, long length) {
    memory.set(JAVA_LONG, part, base);
    memory.set(JAVA_LONG, part + IOV_LEN, length);
  }

  /**
   * Says which parts there are.
   *
   * @param whole into which header and payload are received as one; null if they are not
   * @param inlineBytes of a payload behind the header's place, or {@link MessageBlock#NOT_INLINE}
   */
  void describe(
      @Nullable PacketBuffer whole, int headerBytes, int inlineBytes, MemorySegment payload, MemorySegment spill) {
    int count = 1;
    if (whole != null) {
      part(HEADER, whole.memory().address(), PacketBuffer.BYTES);
    } else {
      boolean joined = inlineBytes != MessageBlock.NOT_INLINE;
      part(HEADER, header.address() + MessageBlock.HEADER_BYTES - headerBytes, headerBytes + (joined ? inlineBytes : 0));
      if (joined) {
        part(PAYLOAD, 0, 0);
      }
      count = spill.byteSize() > 0 ? 3 : payload.byteSize() > 0 && !joined ? 2 : 1;
    }
    memory.set(JAVA_LONG, MSG_IOVLEN, (long) count);
  }

  void controlLength(long bytes) {
    memory.set(JAVA_LONG, MSG_CONTROLLEN, bytes);
  }

  long controlLength() {
    return memory.get(JAVA_LONG, MSG_CONTROLLEN);
  }

  /** {@return the flags that the kernel gave back} */
  int flags() {
    return memory.get(JAVA_INT, MSG_FLAGS);
  }
}
