package org.ferryipc.unix.kernel;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/** Sockets of {@code AF_UNIX}: unix(7), socket(7). Nothing here waits for a peer. */
public final class Sockets {

  // linux/socket.h, linux/net.h, asm-generic/socket.h: the same on both machines
  public static final int AF_UNIX = 1;
  public static final int SOCK_STREAM = 1;
  public static final int SOCK_SEQPACKET = 5;
  public static final int SHUT_WR = 1;
  public static final int SHUT_RDWR = 2;

  private static final int SOCK_CLOEXEC = 0x8_0000;
  private static final int SOL_SOCKET = 1;
  private static final int SO_TYPE = 3;
  private static final int SO_SNDBUF = 7;
  private static final int SO_PEERCRED = 17;
  private static final int SO_ACCEPTCONN = 30;
  private static final int SO_DOMAIN = 39;
  private static final int SO_RCVTIMEO = 20; // struct timeval of two i64, where a long has as many bits
  private static final int TIMEVAL_BYTES = 16;
  private static final int SO_PEEK_OFF = 42;
  private static final int SO_COOKIE = 57;
  private static final int SIOCINQ = 0x541B; // asm-generic/ioctls.h, FIONREAD
  private static final int MSG_PEEK = 0x2;
  private static final int MSG_TRUNC = 0x20;

  private static final int SEND_FLAGS = MessageBlock.MSG_DONTWAIT | MessageBlock.MSG_NOSIGNAL;

  /** Offset in a scratch of the length that getsockopt takes; its value is in front. */
  private static final int OPTION_LENGTH = 32;

  /** struct sockaddr_un, {@code linux/un.h}, and the offset in a scratch of its length. */
  private static final int NAME_BYTES = 110;

  private static final int NAME_LENGTH = 112;

  private Sockets() {}

  /**
   * Two connected sockets, both owned by the caller.
   *
   * @param first one end
   * @param second the other
   */
  public record Pair(int first, int second) {}

  /**
   * Who was at the other end when the connection was made, in the eyes of the caller's name spaces.
   *
   * @param pid process, 0 when it is in a name space that is not visible from here
   * @param uid user, 65534 when it has no number here
   * @param gid group
   */
  public record PeerCredentials(int pid, int uid, int gid) {}

  /**
   * {@return two connected sockets of {@code type}, close-on-exec}
   *
   * @throws KernelException at a limit ({@code EMFILE}, {@code ENFILE}, {@code ENOMEM})
   */
  public static Pair pair(int type) throws KernelException {
    try (Scratch scratch = Scratch.borrow()) {
      long result = SystemCalls.call(
          scratch, Syscall.SOCKETPAIR, AF_UNIX, type | SOCK_CLOEXEC, 0, scratch.address);
      SystemCalls.require(Syscall.SOCKETPAIR, result);
      return new Pair(scratch.getInt(0), scratch.getInt(4));
    }
  }

  /** {@return a new socket of {@code type}, close-on-exec, without a peer} */
  public static int open(int type) throws KernelException {
    return (int) SystemCalls.require(
        Syscall.SOCKET, SystemCalls.call(Syscall.SOCKET, AF_UNIX, type | SOCK_CLOEXEC, 0));
  }

  /** Ends one or both directions for every holder of the socket: shutdown(2). */
  public static void shutdown(int fd, int how) throws KernelException {
    SystemCalls.require(Syscall.SHUTDOWN, SystemCalls.call(Syscall.SHUTDOWN, fd, how, 0));
  }

  /**
   * Sends bytes from the heap without a copy in this process.
   *
   * <p>The virtual machine cannot reach a safepoint until the kernel has copied the bytes, about 15 µs for the most
   * that are taken; sending to a local socket waits for nobody meanwhile. There is no such method for receiving,
   * because a receive may wait: see {@link MessageBlock#receive}.
   *
   * @return the bytes sent, or the negated error number; see {@link MessageBlock#send}
   * @throws IllegalArgumentException if there are more than {@link PacketBuffer#BYTES}: no packet is as large
   */
  public static long send(int fd, byte[] source, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, source.length);
    if (length > PacketBuffer.BYTES) {
      throw new IllegalArgumentException(length + " bytes do not fit in a packet");
    }
    MemorySegment bytes = MemorySegment.ofArray(source).asSlice(offset, length);
    return SystemCalls.transferCritical(Syscall.SENDTO, fd, bytes, length, SEND_FLAGS);
  }

  /** Sends native memory. {@return the bytes sent, or the negated error number; see {@link MessageBlock#send}} */
  public static long send(int fd, MemorySegment source) {
    return SystemCalls.transfer(Syscall.SENDTO, fd, source, source.byteSize(), SEND_FLAGS);
  }

  /**
   * Receives into native memory. Descriptors that came with the bytes are closed by the kernel, unseen. Who can make
   * it wait is told at {@link MessageBlock#receive}.
   *
   * @return the length of the packet, which may be <em>more</em> than the room: the rest is lost then; 0 at the end
   *     of the stream or for an empty packet; or the negated error number
   * @throws IllegalArgumentException if the memory is read-only or on the heap
   */
  public static long receive(int fd, MemorySegment target) {
    if (target.isReadOnly()) {
      throw new IllegalArgumentException("cannot receive into read-only memory");
    }
    return SystemCalls.transfer(
        Syscall.RECVFROM, fd, target, target.byteSize(), MessageBlock.MSG_DONTWAIT | MSG_TRUNC);
  }

  /**
   * Takes a packet that was peeked out of the queue, and with it the kernel's part of its descriptors.
   *
   * <p>The peer may have closed since the peek with unread packets of its own. The kernel says so once, as an error, before
   * it looks at the queue ({@code __skb_try_recv_datagram}, {@code net/core/datagram.c}): the packet is still there then.
   */
  public static void drop(int fd) {
    long result;
    do {
      result = SystemCalls.call(Syscall.RECVFROM, fd, 0, 0, MessageBlock.MSG_DONTWAIT, 0, 0);
    } while (result == -Errno.ECONNRESET);
  }

  /**
   * Makes a peek begin with the first packet's first byte. A former holder may have set SO_PEEK_OFF, socket(7): packets that
   * are shorter than it are passed over, and so would never be found, though poll says that they are there.
   */
  public static void peekFromBeginning(int fd) {
    try {
      if (option(fd, SO_PEEK_OFF, Integer.BYTES) >= 0) {
        setOption(fd, SO_PEEK_OFF, -1);
      }
    } catch (KernelException noSocket) {
      // The peek says so too.
    }
  }

  /** {@return the length of the next packet, which stays where it is, or the negated error number} */
  public static long peekLength(int fd) {
    return SystemCalls.call(
        Syscall.RECVFROM, fd, 0, 0, MSG_PEEK | MSG_TRUNC | MessageBlock.MSG_DONTWAIT, 0, 0);
  }

  /** {@return the bytes of all packets that are queued, which is 0 for empty ones, or the negated error number} */
  public static long queuedBytes(int fd) {
    try (Scratch scratch = Scratch.borrow()) {
      long result = SystemCalls.call(scratch, Syscall.IOCTL, fd, SIOCINQ, scratch.address, 0);
      return result < 0 ? result : scratch.getInt(0);
    }
  }

  /** {@return whether it has a peer, which may have closed its end meanwhile} */
  public static boolean connected(int fd) throws KernelException {
    try (Scratch scratch = Scratch.borrow()) {
      scratch.setInt(NAME_LENGTH, NAME_BYTES);
      long result = SystemCalls.call(
          scratch, Syscall.GETPEERNAME, fd, scratch.address, scratch.address + NAME_LENGTH, 0);
      if (result == -Errno.ENOTCONN) {
        return false;
      }
      SystemCalls.require(Syscall.GETPEERNAME, result);
      return true;
    }
  }

  /** {@return the type of the socket, as {@link #SOCK_SEQPACKET}} */
  public static int type(int fd) throws KernelException {
    return (int) option(fd, SO_TYPE, Integer.BYTES);
  }

  /** {@return the address family of the socket, as {@link #AF_UNIX}} */
  public static int domain(int fd) throws KernelException {
    return (int) option(fd, SO_DOMAIN, Integer.BYTES);
  }

  /** {@return whether {@code fd} is a socket for packets between processes}; anything at all may be asked, and waits for nobody */
  public static boolean isPacketSocket(int fd) {
    try {
      return domain(fd) == AF_UNIX && type(fd) == SOCK_SEQPACKET;
    } catch (KernelException noSocket) {
      return false;
    }
  }

  /** {@return whether it accepts connections and so can carry no message} */
  public static boolean listening(int fd) throws KernelException {
    return option(fd, SO_ACCEPTCONN, Integer.BYTES) != 0;
  }

  /** {@return a number that no other socket has had since the system started: SO_COOKIE} */
  public static long cookie(int fd) throws KernelException {
    return option(fd, SO_COOKIE, Long.BYTES);
  }

  /** {@return bytes the socket may have in flight, the kernel's own book-keeping included} */
  public static int sendBuffer(int fd) throws KernelException {
    return (int) option(fd, SO_SNDBUF, Integer.BYTES);
  }

  /** Asks for another size; the kernel doubles it and keeps it within {@code net.core.wmem_max}: socket(7). */
  public static void sendBuffer(int fd, int bytes) throws KernelException {
    setOption(fd, SO_SNDBUF, bytes);
  }

  /**
   * Sets after how long {@link MessageBlock#receiveAsleep} comes back without a packet, for all holders of the socket.
   *
   * @param nanos in whole microseconds, and the kernel rounds up to its ticks
   */
  public static void receiveTimeout(int fd, long nanos) throws KernelException {
    try (Scratch scratch = Scratch.borrow()) {
      long micros = nanos / 1_000;
      scratch.setLong(0, micros / 1_000_000);
      scratch.setLong(8, micros % 1_000_000);
      long result =
          SystemCalls.call(scratch, Syscall.SETSOCKOPT, fd, SOL_SOCKET, SO_RCVTIMEO, scratch.address, TIMEVAL_BYTES, 0);
      SystemCalls.require(Syscall.SETSOCKOPT, result);
    }
  }

  /** {@return who connected or made the pair} */
  public static PeerCredentials peerCredentials(int fd) throws KernelException {
    try (Scratch scratch = Scratch.borrow()) { // struct ucred, linux/socket.h
      readOption(scratch, fd, SO_PEERCRED, 12);
      return new PeerCredentials(scratch.getInt(0), scratch.getInt(4), scratch.getInt(8));
    }
  }

  static void setOption(int fd, int option, int value) throws KernelException {
    try (Scratch scratch = Scratch.borrow()) {
      scratch.setInt(0, value);
      long result = SystemCalls.call(
          scratch, Syscall.SETSOCKOPT, fd, SOL_SOCKET, option, scratch.address, Integer.BYTES, 0);
      SystemCalls.require(Syscall.SETSOCKOPT, result);
    }
  }

  private static long option(int fd, int option, int length) throws KernelException {
    try (Scratch scratch = Scratch.borrow()) {
      readOption(scratch, fd, option, length);
      return length == Long.BYTES ? scratch.getLong(0) : scratch.getInt(0);
    }
  }

  private static void readOption(Scratch scratch, int fd, int option, int length) throws KernelException {
    scratch.setInt(OPTION_LENGTH, length);
    long result = SystemCalls.call(
        scratch,
        Syscall.GETSOCKOPT,
        fd,
        SOL_SOCKET,
        option,
        scratch.address,
        scratch.address + OPTION_LENGTH,
        0);
    SystemCalls.require(Syscall.GETSOCKOPT, result);
  }
}
