package org.ferryipc.unix.socket;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Limits;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.unix.descriptor.KernelFailures;
import org.ferryipc.unix.frame.FrameHeader;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.kernel.Poll;
import org.ferryipc.unix.kernel.Sockets;
import org.ferryipc.unix.region.Following;
import org.ferryipc.unix.region.KnownGrounds;
import org.ferryipc.unix.region.RegionAddress;
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
    /** A message in the lane: {@link #lanes}. */
    RECORD,
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
  // Between two tries without a number: a receive elsewhere, which may give one back, takes about so long; the longest costs
  // the other members of a set no more than a few messages, and the caller's processor a few per cent.
  private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

  private final String channel;
  private final @Nullable PeerLife peer;

  private CloseReason.@Nullable Closed goodbye; // of a sender that was alone
  private @Nullable CloseReason ended;
  private final KnownGrounds grounds = new KnownGrounds();
  private final Following following = new Following(grounds);
  private final PacketContents contents;
  private final ReceiversLane lanes;
  private final SleepInReceive sleep = new SleepInReceive();
  private int packetLength; // without the header
  private boolean thorough = true; // the caller may go away without a poll if nothing is found
  private boolean withoutNumber; // the last try found no number for a payload's file
  private long withoutNumberSince;

  PacketReader(String channel, @Nullable PeerLife peer) {
    this.channel = channel;
    this.peer = peer;
    this.contents = new PacketContents(channel, grounds, following);
    this.lanes = new ReceiversLane(channel);
  }

  /** {@return what makes messages of received packets} */
  PacketContents contents() {
    return contents;
  }

  /** {@return the files in which senders' regions lie} */
  KnownGrounds grounds() {
    return grounds;
  }

  /** {@return the lanes beside the socket} */
  ReceiversLane lanes() {
    return lanes;
  }

  /** {@return how the next receive waits, if it does} */
  SleepInReceive sleep() {
    return sleep;
  }

  /**
   * Receives the next packet into {@code block}, if it comes before what is in the lane, passing over what is no message; after very much of that, and while there is
   * no number for the file of a large payload, it says NOTHING though more is there. {@link DescriptorPressure#settle} must
   * follow when the message was made or dropped.
   *
   * @param hints whether {@link Found#FILLING} is of use to the caller
   * @throws MalformedMessageException if the packet is none of Ferry's
   * @throws ResourceExhaustedException if its descriptors found no room here; the message is lost
   */
  Found next(int socket, MessageBlock block, boolean hints) throws IpcException {
    boolean sleeps = sleep.take();
    for (int passedOver = 0; ended == null; passedOver++) {
      if (passedOver == MOST_PASSED_OVER) {
        return Found.NOTHING;
      }
      if (lanes.isThere()) {
        switch (lanes.look()) {
          case RECORD -> {
            return Found.RECORD;
          }
          case NOTHING -> {
            if (sleeps && lanes.armAsSeen()) {
              break;
            }
            // Behind a bell or goodbye there may be more, which needs a poll to be believed. Who waits polls anyway.
            if (passedOver > 0 && thorough && isReadable(socket)) {
              lanes.polled();
              continue;
            }
            return Found.NOTHING;
          }
          case FRAME_DUE, FRAME_IF_ANY -> {}
        }
      }
      boolean slept = sleeps;
      sleeps = false;
      long got = slept ? receiveAsleep(socket, block) : DescriptorPressure.receive(socket, block);
      if (got == DescriptorPressure.NO_NUMBER) {
        giveUpAfterPatience(socket, block);
        lanes.notTaken();
        return Found.NOTHING;
      }
      withoutNumber = false;
      if (got < 0) {
        switch ((int) -got) {
          case Errno.EAGAIN -> {
            lanes.nothing();
            return Found.NOTHING;
          }
          case Errno.ECONNRESET -> lanes.reset(); // the peer closed with our messages unread; the kernel says so before what is queued
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
        if (slept && lanes.isThere()) { // the tail that was looked at is older, and need not be the last one
          lanes.unordered();
          lanes.polled();
          continue;
        }
        lanes.ended();
        finish();
      } else {
        switch (check(got, block)) {
          case FrameHeader.DATA -> {
            goodbye = null; // whoever said it was not the last
            return Found.MESSAGE;
          }
          case FrameHeader.CLOSE -> readGoodbye(block);
          case FrameHeader.OPEN -> goodbye = null; // its sender is there
          case FrameHeader.BELL -> {}
          default -> { // FILLING; the header's check knows no others
            if (hints && following.isPossible()) {
              return Found.FILLING;
            }
          }
        }
      }
    }
    return Found.END;
  }

  private long receiveAsleep(int socket, MessageBlock block) {
    long got = sleep.receive(socket, block);
    lanes.awake();
    return got;
  }

  /**
   * Copies the payload that the sender is writing; see {@link SendersFile#follow}.
   *
   * @return until when its packet is worth waiting for without sleep, of {@link System#nanoTime}
   */
  long follow(MemorySegment into, Limits limits) {
    boolean all = following.follow(into, Math.min(into.byteSize(), limits.messageBytes()));
    return all ? Following.patience() : System.nanoTime();
  }

  // Others who read large messages give numbers back; only when none has come back for long are all taken for good.
  private void giveUpAfterPatience(int socket, MessageBlock block) throws IpcException {
    long now = System.nanoTime();
    if (!withoutNumber) {
      withoutNumber = true;
      withoutNumberSince = now;
      return;
    }
    long waited = now - withoutNumberSince;
    if (Math.min(waited, now - DescriptorPressure.lastReturn()) < PATIENCE_NANOS) {
      return;
    }
    withoutNumber = false;
    report(FrameHeader.checkedKind(block.header(), channel), block.header());
    Sockets.drop(socket);
    throw exhausted(block);
  }

  /**
   * {@return how long to pause before another try, in nanoseconds} 0, but where a packet is there that the last try could not
   * take: no poll and no poller would wait for it. The pauses become longer.
   */
  long pauseNanos() {
    return withoutNumber
        ? Math.clamp(System.nanoTime() - withoutNumberSince, SHORTEST_PAUSE_NANOS, LONGEST_PAUSE_NANOS)
        : 0;
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
    report(kind, header);
    if (kind == FrameHeader.OPEN) {
      take(block);
      return kind;
    }
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
    long here = (flags & FrameHeader.IN_REGION) != 0 ? RegionAddress.BYTES : inFile ? Long.BYTES : length;
    if (packetLength != here) {
      throw new MalformedMessageException(
          channel, "frame length", length + " in the header, the packet has " + packetLength);
    }
    return kind;
  }

  // Whatever becomes of the frame.
  private void report(int kind, MemorySegment header) throws MalformedMessageException {
    switch (kind) {
      case FrameHeader.BELL, FrameHeader.FILLING -> lanes.unordered();
      default -> lanes.ordered(FrameHeader.isStamped(header), kind == FrameHeader.OPEN ? 0 : FrameHeader.position(header));
    }
  }

  // The offer of a lane. One whose memory found no number here is refused, and so is one that is none: no error.
  private void take(MessageBlock block) throws MalformedMessageException {
    if (packetLength != 0 || block.received() > 1) {
      throw new MalformedMessageException(channel, "frame length", "of the offer of a lane");
    }
    if (block.received() == 1) {
      lanes.offered(block.take(0), FrameHeader.position(block.header()));
    } else {
      lanes.refused();
    }
  }

  private static boolean isReadable(int socket) throws IpcException {
    try {
      return Poll.events(Poll.await(socket, Poll.IN | Poll.PEER_SHUT_DOWN, Poll.NONE, 0)) != 0;
    } catch (KernelException e) {
      throw KernelFailures.typed("receiving", e);
    }
  }

  /**
   * Looks whether anything is in the socket that the lane does not tell of.
   *
   * @return whether it was worth looking, and there is
   */
  boolean glance(int socket) throws IpcException {
    if (ended != null || !lanes.wantsPoll() || !isReadable(socket)) {
      return false;
    }
    lanes.polled();
    thorough = true;
    return true;
  }

  /** Says that the caller waits, or glances, before it gives up. */
  void waits() {
    thorough = false;
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
    lanes.close();
    ended = new CloseReason.ProtocolError(what);
  }

  CloseReason endReason() {
    CloseReason reason = ended;
    return reason == null ? new CloseReason.Unknown() : reason;
  }

  void close() {
    lanes.close();
    grounds.forget();
    if (peer != null) {
      peer.close();
    }
  }

  /** {@return the length of a plain message} */
  int checkedLength(MessageBlock block, Limits limits) throws LimitExceededException {
    if (packetLength > limits.messageBytes()) {
      throw contents.tooLong(packetLength, limits);
    }
    return packetLength;
  }

  /** Makes the message in the lane the receiver's. */
  Incoming record(Limits limits) throws LimitExceededException {
    int length = lanes.length();
    if (length > limits.messageBytes()) {
      lanes.taken();
      throw contents.tooLong(length, limits);
    }
    byte[] bytes = lanes.copy();
    lanes.taken();
    return new Incoming(bytes, 0, length, List.of());
  }
}
