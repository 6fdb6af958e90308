package org.ferryipc.unix.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Everything one {@code sendmsg} or {@code recvmsg} needs, in native memory that is used again: a header of
 * {@link #HEADER_BYTES}, a payload, a spill that continues the payload, and descriptors.
 *
 * <p>Borrowed by one thread, for one message or a few, between {@link #borrow()} and {@link #close()}:
 *
 * {@snippet :
 * try (MessageBlock block = MessageBlock.borrow()) {
 *     block.header().set(HEADER, 0, header);
 *     block.payload(bytes, 0, length).descriptor(fd);
 *     long sent = block.send(socket);
 * }
 * }
 *
 * <p>Descriptors to be sent stay the caller's. Received ones are the block's until {@link #take}; those that nobody
 * took are closed by {@link #close()}, by {@link #clear()} and by the next {@link #receive}, also when a receive ended
 * in an {@code Error} after the kernel had installed them. But for {@link #receiveAsleep} nothing waits for a peer: calls
 * carry {@code MSG_DONTWAIT}. Not thread-safe; neither a frame's content nor ownership of a channel is known here.
 */
public final class MessageBlock implements AutoCloseable {

  /** Bytes of the first part, unless {@link #withoutHeader()} is called. */
  public static final int HEADER_BYTES = 16;

  /** The most descriptors in one packet: SCM_MAX_FD, {@code include/net/scm.h}. With more, {@code EINVAL}. */
  public static final int MAX_DESCRIPTORS = 253;

  /** Payloads up to this size are copied into the block itself. */
  public static final int INLINE_BYTES = 4096;

  // linux/socket.h, the same on both machines
  private static final int MSG_CTRUNC = 0x8;
  private static final int MSG_PEEK = 0x2;
  private static final int MSG_TRUNC = 0x20;
  static final int MSG_DONTWAIT = 0x40;
  static final int MSG_NOSIGNAL = 0x4000;
  private static final int MSG_CMSG_CLOEXEC = 0x4000_0000;

  /** Flags of each receive. */
  static final int RECEIVE = MSG_DONTWAIT | MSG_CMSG_CLOEXEC;

  private static final int SEND = MSG_DONTWAIT | MSG_NOSIGNAL;
  private static final long SENDMSG = Syscall.SENDMSG.number;
  private static final long SENDTO = Syscall.SENDTO.number;
  private static final long RECVMSG = Syscall.RECVMSG.number;

  /** Idle blocks kept, 6 KiB each. */
  private static final Slots<MessageBlock> IDLE =
      new Slots<>(Math.clamp(2L * Runtime.getRuntime().availableProcessors(), 8, 64));

  /**
   * The one of each platform thread: found without the locked instruction that a loan from {@link #IDLE} costs. Virtual
   * threads have none, because there may be a million of them.
   */
  private static final ThreadLocal<MessageBlock> OWN = ThreadLocal.withInitial(() -> new MessageBlock(true));

  private static final int GONE = -1;
  static final int NOT_INLINE = -1;
  private final Envelope envelope = new Envelope();
  private final int[] received = new int[ControlMessages.CAPACITY];

  private MemorySegment payload = MemorySegment.NULL;
  private MemorySegment spill = MemorySegment.NULL;
  private @Nullable PacketBuffer copy;
  private @Nullable PacketBuffer whole; // into which header and payload are received as one part
  private int headerBytes = HEADER_BYTES;
  private int inlineBytes = NOT_INLINE; // of a payload that is in the block
  private int outgoing;
  private int incoming;
  private int flags;

  /** Whether the kernel may have put descriptors into the control data that are not yet in {@link #received}. */
  private boolean unread;

  private final boolean own;
  private boolean borrowed;

  private MessageBlock(boolean own) {
    this.own = own;
  }

  /** {@return a cleared block that is the caller's until closed} */
  public static MessageBlock borrow() {
    MessageBlock block = idle();
    block.borrowed = true;
    return block;
  }

  private static MessageBlock idle() {
    if (!Thread.currentThread().isVirtual()) {
      MessageBlock own = OWN.get();
      if (!own.borrowed) { // else a call further up the stack has it
        return own;
      }
    }
    @Nullable MessageBlock idle = IDLE.take();
    return idle != null ? idle : new MessageBlock(false);
  }

  /** {@return the message's header; undefined until set or received} */
  public MemorySegment header() {
    return envelope.header;
  }

  /** {@return {@link #INLINE_BYTES} of the block for a payload; undefined until set} */
  public MemorySegment inline() {
    return envelope.inline;
  }

  /** Sends the first {@code length} bytes of {@link #inline()}: in one part with the header. */
  public MessageBlock inlinePayload(int length) {
    payload = envelope.inline;
    inlineBytes = length;
    return this;
  }

  /** Leaves the header out, for messages that are not frames. */
  public MessageBlock withoutHeader() {
    headerBytes = 0;
    return this;
  }

  /** Receives header and payload into {@code buffer} as one part, which is cheaper; the buffer stays the caller's. */
  public MessageBlock packet(PacketBuffer buffer) {
    whole = buffer;
    payload = buffer.payload();
    return this;
  }

  /**
   * Sends from, or receives into, memory of the caller.
   *
   * <p>Its arena is held open during each call. A confined one must belong to the calling thread.
   *
   * @throws IllegalArgumentException if it is not native memory
   */
  public MessageBlock payload(MemorySegment segment) {
    envelope.part(Envelope.PAYLOAD, segment);
    payload = segment;
    inlineBytes = NOT_INLINE;
    return this;
  }

  /**
   * Sends a copy of bytes on the heap.
   *
   * @throws IllegalArgumentException if there are more than {@link PacketBuffer#BYTES}: no packet is as large
   */
  public MessageBlock payload(byte[] source, int offset, int length) {
    return payloadCopy(MemorySegment.ofArray(source), offset, length);
  }

  /**
   * Sends a copy of bytes of a segment; see {@link #payload(byte[], int, int)}.
   *
   * @throws IllegalArgumentException if there are more than {@link PacketBuffer#BYTES}: no packet is as large
   */
  public MessageBlock payloadCopy(MemorySegment source, long offset, long length) {
    if (length <= INLINE_BYTES) {
      MemorySegment.copy(source, offset, envelope.inline, 0, length);
      return inlinePayload((int) length);
    }
    MemorySegment target = roomFor(length);
    MemorySegment.copy(source, offset, target, 0, length);
    envelope.part(Envelope.PAYLOAD, target.address(), length);
    payload = target;
    inlineBytes = NOT_INLINE;
    return this;
  }

  private MemorySegment roomFor(long length) {
    if (length > PacketBuffer.BYTES) {
      throw new IllegalArgumentException(length + " bytes do not fit in a packet");
    }
    PacketBuffer large = copy;
    if (large == null) {
      large = PacketBuffer.borrow();
      copy = large;
    }
    return large.memory();
  }

  /** Continues the payload, under the same conditions as {@link #payload(MemorySegment)}. */
  public MessageBlock spill(MemorySegment segment) {
    envelope.part(Envelope.SPILL, segment);
    spill = segment;
    return this;
  }

  /**
   * Sends a descriptor with the message, behind those named before.
   *
   * @throws IndexOutOfBoundsException far above {@link #MAX_DESCRIPTORS}
   */
  public MessageBlock descriptor(int fd) {
    ControlMessages.putDescriptor(envelope.control, outgoing, fd);
    outgoing++;
    return this;
  }

  /**
   * Sends the message, whole or not at all (on a packet socket). The block stays as it is, to be sent again.
   *
   * @param fd a connected socket
   * @return the bytes sent, or the negated error number: {@code EAGAIN} (no room), {@code EPIPE} and
   *     {@code ECONNRESET} (peer gone), {@code EMSGSIZE}, {@code EINVAL} (too many descriptors),
   *     {@code ETOOMANYREFS}, {@code ENOBUFS}, ...; nothing was sent then
   * @throws IllegalStateException if the arena of payload or spill is closed; nothing was sent
   */
  public long send(int fd) {
    requireBorrowed();
    if (inlineBytes != NOT_INLINE && outgoing == 0 && headerBytes > 0 && spill.byteSize() == 0) {
      // One part and no descriptors: the kernel has no lists to fetch.
      return SystemCalls.transfer(
          envelope.errno, SENDTO, fd, envelope.frame, HEADER_BYTES + inlineBytes, SEND, MemorySegment.NULL, MemorySegment.NULL);
    }
    envelope.controlLength(ControlMessages.finish(envelope.control, outgoing));
    return call(SENDMSG, fd, SEND);
  }

  /**
   * Receives a message with its descriptors, all close-on-exec. Descriptors to be sent are forgotten.
   *
   * <p>It does not wait for a message, but while another holder of the same socket is inside a receive, it waits for
   * that one's copy to end, in the kernel and not interruptibly ({@code iolock} in {@code net/unix/af_unix.c}). A
   * hostile former holder that kept a duplicate can make this last, by receiving into memory that a server of its
   * own pages in; then not even a kill ends this call. Hence a receive is never a critical downcall.
   *
   * @param fd a socket
   * @return the bytes received; 0 at the end of the stream or for an empty packet; or the negated error number: {@code EAGAIN}
   * @throws IllegalStateException if the arena of payload or spill is closed; nothing was received
   * @throws IllegalArgumentException if payload or spill is read-only; nothing was received
   */
  public long receive(int fd) {
    return receive(fd, ControlMessages.BYTES);
  }

  /**
   * As {@link #receive(int)}, but leaves the message in the queue; descriptors are installed all the same, as further ones
   * for the same open files. {@link Sockets#drop} takes the message out.
   */
  public long peek(int fd) {
    return receive(fd, ControlMessages.BYTES, RECEIVE | MSG_PEEK);
  }

  /** As {@link #receive(int)}, but {@code EAGAIN} comes only after {@link Sockets#receiveTimeout}, or by a signal. */
  public long receiveAsleep(int fd) {
    return receive(fd, ControlMessages.BYTES, RECEIVE & ~MSG_DONTWAIT);
  }

  long receive(int fd, int controlBytes) {
    return receive(fd, controlBytes, RECEIVE);
  }

  private long receive(int fd, int controlBytes, int callFlags) {
    long result = receiveUnread(fd, controlBytes, callFlags);
    if (result >= 0) {
      readControl();
      PacketBuffer packet = whole;
      if (packet != null) {
        envelope.header.copyFrom(packet.header());
      }
    }
    return result;
  }

  /** The half of a receive after which the kernel has installed descriptors and no field names them yet. */
  long receiveUnread(int fd, int controlBytes, int callFlags) {
    requireBorrowed();
    if (payload.isReadOnly() || spill.isReadOnly()) {
      throw new IllegalArgumentException("cannot receive into read-only memory");
    }
    closeUntaken();
    outgoing = 0;
    flags = 0;
    ControlMessages.clear(envelope.control);
    envelope.controlLength(controlBytes);
    unread = true;
    long result = call(RECVMSG, fd, callFlags);
    if (result < 0) {
      unread = false; // descriptors are the last thing the kernel installs: none came
    }
    return result == -Errno.EINTR ? -Errno.EAGAIN : result; // a sleep is over by a signal: made again, it would last anew
  }

  /** {@return whether the packet was longer than header, payload and spill, so that its end is lost} */
  public boolean truncated() {
    return (flags & MSG_TRUNC) != 0;
  }

  /** {@return whether descriptors of the packet were lost, usually at the limit of open descriptors} */
  public boolean controlTruncated() {
    return (flags & MSG_CTRUNC) != 0;
  }

  /** {@return a copy of the first {@code length} bytes behind the header, wherever they were received to} */
  public byte[] copyReceived(int length) {
    byte[] bytes = new byte[length];
    int head = (int) Math.min(payload.byteSize(), length);
    MemorySegment.copy(payload, JAVA_BYTE, 0, bytes, 0, head);
    MemorySegment.copy(spill, JAVA_BYTE, 0, bytes, head, length - head);
    return bytes;
  }

  /** {@return how many descriptors came with the message, taken ones included} */
  public int received() {
    return incoming;
  }

  /**
   * Takes a received descriptor: it is the caller's now.
   *
   * @throws IndexOutOfBoundsException if there is none at {@code index}
   * @throws IllegalStateException if it was taken
   */
  public int take(int index) {
    if (index >= incoming) {
      throw new IndexOutOfBoundsException(index);
    }
    int fd = received[index];
    if (fd == GONE) {
      throw new IllegalStateException("descriptor " + index + " was taken");
    }
    received[index] = GONE;
    return fd;
  }

  /** Closes the received descriptors that nobody took; a failing close is logged and counted. */
  public void closeUntaken() {
    if (unread) {
      readControl();
    }
    for (int i = 0; i < incoming; i++) {
      int fd = received[i];
      if (fd != GONE) {
        // Closed first and marked then: what a stack overflow can hit lies almost all before the kernel's
        // close, and a number that is still marked as ours is closed by the next attempt.
        long result = Descriptors.closeResult(fd, envelope.errno);
        received[i] = GONE;
        Descriptors.report(fd, result);
      }
    }
    incoming = 0;
  }

  /** Closes what nobody took and forgets payload, spill and descriptors, so that another message can be made. */
  public void clear() {
    closeUntaken();
    outgoing = 0;
    flags = 0;
    headerBytes = HEADER_BYTES;
    inlineBytes = NOT_INLINE;
    whole = null;
    payload = MemorySegment.NULL;
    spill = MemorySegment.NULL;
    PacketBuffer large = copy;
    if (large != null) {
      copy = null;
      large.close();
    }
  }

  /** Clears it and gives it back; idempotent until the next {@link #borrow()}. */
  @Override
  public void close() {
    if (borrowed) {
      clear();
      borrowed = false;
      if (!own) {
        IDLE.give(this);
      }
    }
  }

  private void readControl() {
    incoming = ControlMessages.collect(envelope.control, envelope.controlLength(), received, envelope.errno);
    flags = envelope.flags();
    unread = false;
  }

  private long call(long number, int fd, int callFlags) {
    envelope.describe(whole, headerBytes, inlineBytes, payload, spill);
    return (callFlags & MSG_DONTWAIT) == 0
        ? SystemCalls.transferOnce(envelope.errno, number, fd, envelope.memory, callFlags, 0, payload, spill)
        : SystemCalls.transfer(envelope.errno, number, fd, envelope.memory, callFlags, 0, payload, spill);
  }

  private void requireBorrowed() {
    if (!borrowed) {
      throw new IllegalStateException("the block was given back");
    }
  }
}
