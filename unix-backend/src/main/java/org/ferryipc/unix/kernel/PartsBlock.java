package org.ferryipc.unix.kernel;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One {@code sendmsg} of a header and a payload in several parts: the kernel is given a list of them, and nothing joins them
 * before. Parts on the heap are copied to where the kernel can see them, each to a place of its own; native ones stay, up to
 * two, since a call holds the arenas of so many open, and further ones are copied too.
 *
 * <p>Used by one thread, for one message, between {@link #open} and {@link #close}. For messages of a few parts of thousands
 * of bytes; small ones are cheaper in one part ({@link MessageBlock}). Knows no descriptors.
 */
public final class PartsBlock implements AutoCloseable {
  // struct user_msghdr (linux/socket.h): iov 16, iovlen 24
  private static final int MSG_IOV = 16;
  private static final int MSG_IOVLEN = 24;
  private static final int MSGHDR_BYTES = 56;
  private static final int IOV_BYTES = 16; // struct iovec (linux/uio.h): base 0, len 8
  private static final int MOST_HELD = 2;

  private final Arena arena;
  private final MemorySegment memory; // msghdr, the list, errno, the header
  private final MemorySegment errno;
  private final MemorySegment header;
  private @Nullable PacketBuffer copies;
  private long copied;

  @SuppressWarnings("MustBeClosedChecker") // by close()
  private PartsBlock(int parts) {
    this.arena = Arena.ofConfined();
    int afterList = MSGHDR_BYTES + (parts + 1) * IOV_BYTES + 8; // the 8 align what follows to 16
    this.memory = arena.allocate(afterList + 16L + MessageBlock.HEADER_BYTES, 16);
    this.errno = memory.asSlice(afterList, 16);
    this.header = memory.asSlice(afterList + 16L, MessageBlock.HEADER_BYTES);
  }

  /** {@return a block for a payload of so many parts} */
  public static PartsBlock open(int parts) {
    return new PartsBlock(parts);
  }

  /** {@return the {@link MessageBlock#HEADER_BYTES} in front of the payload} */
  public MemorySegment header() {
    return header;
  }

  /**
   * Sends header and parts as one packet, whole or not at all.
   *
   * @return the bytes sent, or the negated error number; see {@link MessageBlock#send}
   * @throws IllegalArgumentException if what has to be copied is more than {@link PacketBuffer#BYTES}
   * @throws IllegalStateException if the arena of a part is closed; nothing was sent
   */
  public long send(int socket, List<MemorySegment> parts) {
    MemorySegment[] held = {MemorySegment.NULL, MemorySegment.NULL};
    int holding = 0;
    describe(0, header.address(), MessageBlock.HEADER_BYTES);
    for (int i = 0; i < parts.size(); i++) {
      MemorySegment part = parts.get(i);
      if (part.isNative() && holding < MOST_HELD) {
        held[holding++] = part;
        describe(i + 1, part.address(), part.byteSize());
      } else {
        describe(i + 1, copy(part), part.byteSize());
      }
    }
    memory.set(JAVA_LONG, MSG_IOV, memory.address() + MSGHDR_BYTES);
    memory.set(JAVA_LONG, MSG_IOVLEN, parts.size() + 1L);
    return SystemCalls.transfer(
        errno,
        Syscall.SENDMSG.number,
        socket,
        memory,
        MessageBlock.MSG_DONTWAIT | MessageBlock.MSG_NOSIGNAL,
        0,
        held[0],
        held[1]);
  }

  private void describe(int index, long base, long length) {
    memory.set(JAVA_LONG, MSGHDR_BYTES + (long) index * IOV_BYTES, base);
    memory.set(JAVA_LONG, MSGHDR_BYTES + (long) index * IOV_BYTES + 8, length);
  }

  private long copy(MemorySegment part) {
    PacketBuffer into = copies;
    if (into == null) {
      into = PacketBuffer.borrow();
      copies = into;
    }
    if (copied + part.byteSize() > PacketBuffer.BYTES) {
      throw new IllegalArgumentException((copied + part.byteSize()) + " bytes do not fit in a packet");
    }
    MemorySegment.copy(part, 0, into.memory(), copied, part.byteSize());
    long at = into.memory().address() + copied;
    copied += part.byteSize();
    return at;
  }

  @Override
  public void close() {
    PacketBuffer given = copies;
    if (given != null) {
      copies = null;
      given.close();
    }
    arena.close();
  }
}
