package org.ferryipc.unix.socket;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Limits;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.Resource;
import org.ferryipc.unix.descriptor.KernelFailures;
import org.ferryipc.unix.frame.Crate;
import org.ferryipc.unix.frame.FrameHeader;
import org.ferryipc.unix.frame.HandleTable;
import org.ferryipc.unix.frame.StackRoom;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.kernel.Poll;
import org.ferryipc.unix.kernel.Sockets;
import org.ferryipc.unix.region.HeapRoom;
import org.ferryipc.unix.region.SendersFile;
import org.jspecify.annotations.Nullable;

/**
 * Takes packets from a socket and believes nothing in them. One thread at a time.
 *
 * <p>Order of checks: the kernel's flags, the header, the number of descriptors, the limits; only then is memory allocated,
 * and only then is a descriptor looked at. Descriptors that no resource has taken are closed with the message block.
 */
final class PacketReader {
  /** What {@link #next} found. */
  enum Found {
    /** A message; its parts are in the block until that is used again. */
    MESSAGE,
    /** Nothing is there now. */
    NOTHING,
    /** The channel has ended. */
    END,
    /** The file that this reader knows is being written: {@link #follow}. */
    FILLING
  }

  // As many as a queue of usual size can hold (278 small packets) and some more: a peer that never stops saying goodbye
  // must not keep a caller from its deadline, nor from hearing that its handle was closed.
  private static final int MOST_PASSED_OVER = 512;

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1); // DescriptorLimitTest

  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8; // of HotSpot

  private final String channel;
  private final @Nullable PeerLife peer;

  private CloseReason.@Nullable Closed goodbye; // of a sender that was alone
  private @Nullable CloseReason ended;
  private final SendersFile senders = new SendersFile();
  private int packetLength; // without the header
  private boolean withoutNumber; // the last try found no number for a payload's file
  private long withoutNumberSince;

  PacketReader(String channel, @Nullable PeerLife peer) {
    this.channel = channel;
    this.peer = peer;
  }

  /**
   * Receives the next packet into {@code block}, passing over what is no message; after very much of that, and while there is
   * no number for the file of a large payload, it says NOTHING though more is there. {@link DescriptorPressure#settle} must
   * follow when the message was made or dropped.
   *
   * @param hints whether {@link Found#FILLING} is of use to the caller
   * @throws MalformedMessageException if the packet is none of Ferry's
   * @throws ResourceExhaustedException if its descriptors found no room here; the message is lost
   */
  Found next(int socket, MessageBlock block, boolean hints) throws IpcException {
    for (int passedOver = 0; ended == null; passedOver++) {
      if (passedOver == MOST_PASSED_OVER) {
        return Found.NOTHING;
      }
      long got = DescriptorPressure.receive(socket, block);
      if (got == DescriptorPressure.NO_NUMBER) {
        giveUpAfterPatience(socket, block);
        return Found.NOTHING;
      }
      withoutNumber = false;
      if (got < 0) {
        switch ((int) -got) {
          case Errno.EAGAIN -> {
            return Found.NOTHING;
          }
          case Errno.ECONNRESET -> {} // the peer closed with our messages unread; the kernel says so before what is queued
          case Errno.ENOTSOCK, Errno.ENOTCONN, Errno.EINVAL, Errno.EOPNOTSUPP ->
              throw new MalformedMessageException(
                  channel, "receiver", "the peer sent a descriptor that is no channel: " + Errno.name((int) -got));
          default -> throw KernelFailures.typed("receiving: recvmsg", (int) -got);
        }
      } else if (got == 0) {
        // Who has said goodbye as the only one may end the channel in either way: both are its own word.
        if (goodbye == null || block.received() > 0) {
          requireEnd(socket, block);
        }
        finish();
      } else {
        switch (check(got, block)) {
          case FrameHeader.DATA -> {
            goodbye = null; // whoever said it was not the last
            return Found.MESSAGE;
          }
          case FrameHeader.CLOSE -> readGoodbye(block);
          default -> { // FILLING; the header's check knows no others
            if (hints && senders.canFollow()) {
              return Found.FILLING;
            }
          }
        }
      }
    }
    return Found.END;
  }

  /**
   * Copies the payload that the sender is writing; see {@link SendersFile#follow}.
   *
   * @return until when its packet is worth waiting for without sleep, of {@link System#nanoTime}
   */
  long follow(MemorySegment into, Limits limits) {
    boolean all = senders.follow(into, Math.min(into.byteSize(), limits.messageBytes()));
    return all ? SendersFile.patience() : System.nanoTime();
  }

  // Others who read large messages give numbers back; only when none has come back for long are all taken for good.
  private void giveUpAfterPatience(int socket, MessageBlock block) throws IpcException {
    long now = System.nanoTime();
    if (!withoutNumber) {
      withoutNumber = true;
      withoutNumberSince = now;
    }
    if (Math.min(now - withoutNumberSince, now - DescriptorPressure.lastReturn()) < PATIENCE_NANOS) {
      return;
    }
    withoutNumber = false;
    Sockets.drop(socket);
    throw exhausted(block);
  }

  /** {@return whether a packet is there that the last try could not take}: to wait for one is no use then */
  boolean isWithoutNumber() {
    return withoutNumber;
  }

  private ResourceExhaustedException exhausted(MessageBlock block) {
    DescriptorPressure.exhausted();
    return new ResourceExhaustedException(
        "receiving " + FrameHeader.descriptors(block.header()) + " descriptors of a message, which is lost",
        Errno.name(Errno.EMFILE),
        KernelFailures.descriptorLimit());
  }

  private int check(long got, MessageBlock block) throws IpcException {
    if (block.truncated()) {
      throw new MalformedMessageException(channel, "packet length", "over " + PacketSize.WIRE_PAYLOAD + " bytes");
    }
    if (got < FrameHeader.BYTES || got > FrameHeader.BYTES + PacketSize.WIRE_PAYLOAD) {
      throw new MalformedMessageException(channel, "packet length", got + " bytes");
    }
    packetLength = (int) got - FrameHeader.BYTES;
    MemorySegment header = block.header();
    int kind = FrameHeader.checkedKind(header, channel);
    if (block.controlTruncated()) {
      throw exhausted(block);
    }
    int flags = FrameHeader.flags(header);
    boolean inFile = (flags & FrameHeader.IN_FILE) != 0;
    int expected = (flags & FrameHeader.IN_CRATE) != 0 ? 1 : FrameHeader.descriptors(header);
    if (expected + (inFile ? 1 : 0) != block.received()) {
      throw new MalformedMessageException(
          channel, "descriptors", block.received() + " came, the header says " + expected + (inFile ? " and a file" : ""));
    }
    long length = FrameHeader.length(header);
    if (packetLength != (inFile ? Long.BYTES : length)) {
      throw new MalformedMessageException(
          channel, "frame length", length + " in the header, the packet has " + packetLength);
    }
    return kind;
  }

  // Both the end of the stream and an empty packet read as 0 (recv(2)). It was a packet if descriptors came with it, if the
  // peer has not hung up, or if bytes are queued behind it. Empty packets right in front of the end read as the end: they
  // hide nothing.
  private void requireEnd(int socket, MessageBlock block) throws IpcException {
    try {
      int events = Poll.events(Poll.await(socket, Poll.IN | Poll.PEER_SHUT_DOWN, Poll.NONE, 0));
      boolean hungUp = (events & (Poll.HANG_UP | Poll.PEER_SHUT_DOWN)) != 0;
      boolean brought = block.received() > 0 || block.controlTruncated();
      if (brought || !hungUp || Sockets.queuedBytes(socket) > 0) {
        throw new MalformedMessageException(channel, "packet length", "0 bytes");
      }
    } catch (KernelException e) {
      throw KernelFailures.typed("receiving", e);
    }
  }

  private void readGoodbye(MessageBlock block) throws MalformedMessageException {
    CloseReason.Closed reason = Goodbye.read(block.copyReceived(packetLength), channel);
    if ((FrameHeader.flags(block.header()) & FrameHeader.EXCLUSIVE) != 0) {
      goodbye = reason;
    }
  }

  private void finish() {
    CloseReason.Closed said = goodbye;
    ended = said != null ? said : peer != null && peer.hasDied() ? new CloseReason.Died() : new CloseReason.Unknown();
    close();
  }

  /** Ends the channel after a protocol error. */
  void breakOff(String what) {
    ended = new CloseReason.ProtocolError(what);
  }

  CloseReason endReason() {
    CloseReason reason = ended;
    return reason == null ? new CloseReason.Unknown() : reason;
  }

  void close() {
    senders.forget();
    if (peer != null) {
      peer.close();
    }
  }

  /** {@return whether the message in {@code block} is bytes in the packet and nothing else} */
  boolean isPlain(MessageBlock block) {
    return FrameHeader.flags(block.header()) == 0 && block.received() == 0;
  }

  /** {@return the length of a plain message} */
  int checkedLength(MessageBlock block, Limits limits) throws LimitExceededException {
    if (packetLength > limits.messageBytes()) {
      throw new LimitExceededException(channel, "messageBytes", limits.messageBytes(), packetLength);
    }
    return packetLength;
  }

  /** {@return the payload's length if it lies in a file and there are no handles, else -1} */
  long payloadFileLength(MessageBlock block, Limits limits) {
    if (FrameHeader.flags(block.header()) != FrameHeader.IN_FILE) {
      return -1;
    }
    long length = FrameHeader.length(block.header());
    return length <= limits.messageBytes() ? length : -1;
  }

  /**
   * Reads a payload without handles out of its file.
   *
   * @param behind whether {@code into} is what {@link #follow} was given for this receive
   * @param room the longest message that the next receive would let us follow
   */
  void readFileInto(MessageBlock block, MemorySegment into, long length, boolean behind, long room) throws IpcException {
    int file = DescriptorPressure.takeFile(block);
    boolean checked = false;
    try {
      senders.check(file, length, channel);
      checked = true;
      long generation = generation(block);
      try {
        senders.read(file, generation, length, into, behind, channel);
      } finally {
        senders.done(file, generation, room);
      }
    } finally {
      DescriptorPressure.release(file, checked);
    }
  }

  /** Makes the message in {@code block} the receiver's. */
  Incoming message(MessageBlock block, Limits limits) throws IpcException {
    MemorySegment header = block.header();
    int flags = FrameHeader.flags(header);
    boolean hasTable = (flags & FrameHeader.TABLE) != 0;
    long length = FrameHeader.length(header);
    long most = (long) limits.messageBytes() + (hasTable ? HandleTable.bytesFor(Limits.MAX_HANDLES) : 0);
    most = Math.min(most, LONGEST_ARRAY);
    byte[] bytes;
    if ((flags & FrameHeader.IN_FILE) != 0) {
      bytes = fromFile(block, length, most, limits);
    } else {
      if (length > most) {
        throw new LimitExceededException(channel, "messageBytes", limits.messageBytes(), length);
      }
      bytes = block.copyReceived((int) length);
    }
    if (!hasTable) {
      return new Incoming(bytes, 0, bytes.length, List.of());
    }
    int descriptors = FrameHeader.descriptors(header);
    HandleTable table = HandleTable.read(bytes, bytes.length, descriptors, limits, channel);
    if (table.start() > limits.messageBytes()) {
      throw new LimitExceededException(channel, "messageBytes", limits.messageBytes(), table.start());
    }
    StackRoom.require(); // until here the block closes what came
    int[] numbers = new int[descriptors];
    if ((flags & FrameHeader.IN_CRATE) != 0) {
      try {
        Crate.unpack(block.take(0), numbers, channel);
      } catch (ResourceExhaustedException e) {
        DescriptorPressure.exhausted();
        throw e;
      }
    } else {
      for (int i = 0; i < descriptors; i++) {
        numbers[i] = block.take(i);
      }
    }
    List<Resource> resources = Arrivals.resources(table, numbers, channel);
    return new Incoming(bytes, 0, table.start(), resources);
  }

  private static long generation(MessageBlock block) {
    return MemorySegment.ofArray(block.copyReceived(Long.BYTES)).get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
  }

  private byte[] fromFile(MessageBlock block, long length, long most, Limits limits)
      throws IpcException {
    int file = DescriptorPressure.takeFile(block);
    boolean checked = false;
    try {
      senders.check(file, length, channel);
      checked = true;
      long generation = generation(block);
      try {
        if (length > most) {
          throw new LimitExceededException(channel, "messageBytes", limits.messageBytes(), length);
        }
        byte[] bytes = HeapRoom.allocate((int) length);
        senders.read(file, generation, length, MemorySegment.ofArray(bytes), false, channel);
        return bytes;
      } finally {
        senders.done(file, generation, 0);
      }
    } finally {
      DescriptorPressure.release(file, checked);
    }
  }
}
