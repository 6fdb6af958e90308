package org.ferryipc.unix.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/**
 * Reads and writes the control data of a message: cmsg(3), {@code struct cmsghdr} of {@code linux/socket.h}, on
 * 64-bit machines {@code {u64 cmsg_len; s32 cmsg_level; s32 cmsg_type;}} with everything aligned to 8 bytes.
 */
final class ControlMessages {

  /**
   * Room for received control data. 253 descriptors take 1,032 bytes; whoever held a socket before may have asked
   * for credentials, a process descriptor and a security label with each message (unix(7)), and these must not push
   * out descriptors.
   */
  static final int BYTES = 2048;

  /** Descriptors that fit into {@link #BYTES}; the kernel never sends as many. */
  static final int CAPACITY = (BYTES - ControlMessages.DATA) / Integer.BYTES;

  private static final int LENGTH = 0;
  private static final int LEVEL = 8;
  private static final int TYPE = 12;
  private static final int DATA = 16;

  private static final int SOL_SOCKET = 1; // asm-generic/socket.h
  private static final int SCM_RIGHTS = 1; // linux/socket.h
  private static final int SCM_PIDFD = 4; // linux/socket.h, from Linux 6.5 on
  private static final int TAKEN = 0; // no type of SOL_SOCKET

  private ControlMessages() {}

  /** Puts the descriptor that goes at place {@code index} of the only control message. */
  static void putDescriptor(MemorySegment control, int index, int fd) {
    control.set(JAVA_INT, DATA + (long) index * Integer.BYTES, fd);
  }

  /** Completes the control message for {@code count} descriptors. {@return the length of the control data} */
  static int finish(MemorySegment control, int count) {
    if (count == 0) {
      return 0;
    }
    int length = DATA + count * Integer.BYTES;
    control.set(JAVA_LONG, LENGTH, length);
    control.set(JAVA_INT, LEVEL, SOL_SOCKET);
    control.set(JAVA_INT, TYPE, SCM_RIGHTS);
    return align(length);
  }

  /** Makes {@link #collect} find nothing until the kernel writes. */
  static void clear(MemorySegment control) {
    control.set(JAVA_LONG, LENGTH, 0L);
  }

  /**
   * Finds the descriptors in received control data, of all messages in it, in order. A process descriptor that was
   * not asked for is closed; all else is passed over. Asked again, it finds the same.
   *
   * @param length of the data as the kernel says; no length in the data is believed beyond it
   * @param into receives the numbers; has {@link #CAPACITY} places
   * @param errno where a close puts its error number
   * @return how many
   */
  static int collect(MemorySegment control, long length, int[] into, MemorySegment errno) {
    int count = 0;
    long end = Math.min(length, control.byteSize());
    long at = 0;
    while (end - at >= DATA) {
      long size = control.get(JAVA_LONG, at + LENGTH);
      if (size < DATA || size > end - at) {
        break;
      }
      if (control.get(JAVA_INT, at + LEVEL) == SOL_SOCKET) {
        switch (control.get(JAVA_INT, at + TYPE)) {
          case SCM_RIGHTS -> {
            for (long fd = at + DATA; fd + Integer.BYTES <= at + size; fd += Integer.BYTES) {
              into[count++] = control.get(JAVA_INT, fd);
            }
          }
          case SCM_PIDFD -> closeStranger(control, at, size, errno);
          default -> {}
        }
      }
      at += align(size);
    }
    return count;
  }

  /** SO_PASSPIDFD belongs to the socket, so a former holder can make the kernel install these in this process. */
  private static void closeStranger(MemorySegment control, long at, long size, MemorySegment errno) {
    if (size >= DATA + Integer.BYTES) {
      int fd = control.get(JAVA_INT, at + DATA);
      long result = fd >= 0 ? Descriptors.closeResult(fd, errno) : 0; // a negated error number if there is no process
      control.set(JAVA_INT, at + TYPE, TAKEN);
      Descriptors.report(fd, result);
    }
  }

  private static int align(int length) {
    return length + 7 & ~7;
  }

  private static long align(long length) {
    return length + 7 & ~7L;
  }
}
