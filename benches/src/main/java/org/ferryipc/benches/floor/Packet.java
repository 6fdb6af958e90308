package org.ferryipc.benches.floor;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The {@code struct msghdr} of one packet with its bytes and descriptors, laid out so that what was received can be
 * sent as it is. Memory of the global arena: it is never freed, and needs no check.
 */
final class Packet {
  // What a message of this process can be: SO_SNDBUF's default, and SCM_MAX_FD descriptors (linux/net/scm.h).
  private static final int MOST_BYTES = 208 * 1024;
  static final int MOST_DESCRIPTORS = 253;

  // struct msghdr of the C library, 64 bits: name 0, namelen 8, iov 16, iovlen 24, control 32, controllen 40, flags 48
  private static final int IOV = 16;
  private static final int IOVLEN = 24;
  private static final int CONTROL = 32;
  private static final int CONTROLLEN = 40;
  private static final int FLAGS = 48;
  // struct iovec behind it: base 0, len 8
  private static final int BASE = 56;
  private static final int LENGTH = 64;
  private static final int HEAD_BYTES = 72;

  // struct cmsghdr: len u64, level u32, type u32, then the descriptors
  private static final int CMSG_LEVEL = 8;
  private static final int CMSG_TYPE = 12;
  private static final int CMSG_DATA = 16;
  private static final int SOL_SOCKET = 1;
  private static final int SCM_RIGHTS = 1;

  final MemorySegment head = Arena.global().allocate(HEAD_BYTES, 8);
  private final MemorySegment bytes;
  private final MemorySegment control = Arena.global().allocate(space(MOST_DESCRIPTORS), 8);

  private Packet(MemorySegment bytes, long length, int descriptors) {
    this.bytes = bytes;
    head.set(JAVA_LONG, IOV, head.address() + BASE);
    head.set(JAVA_LONG, IOVLEN, 1);
    head.set(JAVA_LONG, BASE, bytes.address());
    head.set(JAVA_LONG, LENGTH, length);
    head.set(JAVA_LONG, CONTROL, descriptors == 0 ? 0 : control.address());
    head.set(JAVA_LONG, CONTROLLEN, space(descriptors));
    control.set(JAVA_LONG, 0, CMSG_DATA + (long) descriptors * Integer.BYTES);
    control.set(JAVA_INT, CMSG_LEVEL, SOL_SOCKET);
    control.set(JAVA_INT, CMSG_TYPE, SCM_RIGHTS);
  }

  /** {@return the packet that waits in a socket}; its descriptors are the packet's */
  static Packet receive(int socket) {
    Packet any = new Packet(Arena.global().allocate(MOST_BYTES, 64), MOST_BYTES, MOST_DESCRIPTORS);
    long length = RawCalls.recvmsg(socket, any.head, RawCalls.MSG_CMSG_CLOEXEC);
    if (length <= 0 || any.cut()) {
      throw new IllegalStateException("no packet is there, or it is too large");
    }
    long controlBytes = any.head.get(JAVA_LONG, CONTROLLEN);
    int descriptors =
        controlBytes == 0 ? 0 : (int) ((any.control.get(JAVA_LONG, 0) - CMSG_DATA) / Integer.BYTES);
    Packet same = new Packet(any.bytes, length, descriptors);
    MemorySegment.copy(any.control, CMSG_DATA, same.control, CMSG_DATA, (long) descriptors * Integer.BYTES);
    return same;
  }

  /** {@return a packet of zeros, with room for so many descriptors} */
  static Packet of(int length, int descriptors) {
    return new Packet(Arena.global().allocate(length, 8), length, descriptors);
  }

  /** {@return a packet with the same bytes, and room for as many descriptors} */
  Packet twin() {
    return new Packet(bytes, length(), descriptors());
  }

  /** {@return how many bytes there are} */
  long length() {
    return head.get(JAVA_LONG, LENGTH);
  }

  /** {@return how many descriptors there are} */
  int descriptors() {
    return (int) ((control.get(JAVA_LONG, 0) - CMSG_DATA) / Integer.BYTES);
  }

  int descriptor(int index) {
    return control.get(JAVA_INT, CMSG_DATA + (long) index * Integer.BYTES);
  }

  void descriptor(int index, int fd) {
    control.set(JAVA_INT, CMSG_DATA + (long) index * Integer.BYTES, fd);
  }

  /** {@return whether a receive lost bytes or descriptors} */
  boolean cut() {
    return (head.get(JAVA_INT, FLAGS) & (RawCalls.MSG_TRUNC | RawCalls.MSG_CTRUNC)) != 0;
  }

  // CMSG_SPACE: a header and the numbers, aligned to 8
  private static long space(int descriptors) {
    return descriptors == 0 ? 0 : CMSG_DATA + ((long) descriptors * Integer.BYTES + 7 & ~7L);
  }
}
