package org.ferryipc.unix.socket;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.HandleKind;
import org.ferryipc.core.transport.Outgoing;
import org.ferryipc.core.transport.SendPort;
import org.ferryipc.core.transport.Waiting;
import org.ferryipc.unix.descriptor.KernelFailures;
import org.ferryipc.unix.frame.HandleTable;
import org.ferryipc.unix.frame.Traveller;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Poll;
import org.ferryipc.unix.kernel.Sockets;
import org.ferryipc.unix.waiting.Readiness;

/**
 * The sending end of a socket channel. Its references in this process are those of its {@linkplain Readiness number}.
 */
final class SocketSender extends LendingEnd implements SendPort, Traveller {
  static final long NO_COOKIE = 0;

  private static final String CHANNEL = "channel";

  // The kernel reports room only when three quarters of the buffer are free, so a waiter looks again on its own: soon, then
  // at twice the time, and so on. A thousand senders of channels that nobody reads then cost a thousand looks a second.
  private static final long FIRST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int MOST_DOUBLED = 10; // to about a second
  // The kernel knows nothing of a lane, in which there may be room long before. Of all who wait at one, one looks so often.
  private static final long LONGEST_LOOK_BESIDE_LANE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Readiness guarded;
  // Racy on purpose, and not volatile: a write to a volatile field is a fence, also in a constructor, and five of them cost
  // as much as the rest of an end's arrival.
  // Corrected when the kernel refuses a packet: a socket from elsewhere may have a smaller buffer than the usual one.
  private int mostInPacket = PacketSize.WIRE_PAYLOAD;
  // Hints for how long to wait, and for whether filling a large payload is worth while.
  private byte looks;
  private boolean wasFull;
  // The socket's cookie, or the peer's word for it; 0 until it travels. Written under no lock: every value is the same.
  private long cookie;
  // Whether it came from a peer and was not used yet; two threads may both ask the kernel.
  private boolean unchecked;

  SocketSender(Readiness guarded) {
    this(guarded, NO_COOKIE, false);
  }

  /**
   * Of a number that may have come from a peer.
   *
   * @param cookie the peer's word for the socket's cookie; 0 if it said none
   */
  SocketSender(Readiness guarded, long cookie, boolean unchecked) {
    this.guarded = guarded;
    this.cookie = cookie;
    this.unchecked = unchecked;
    // Who is given the end through a race must not see it as it was before: above all not as a checked one.
    VarHandle.storeStoreFence();
  }

  /** Says that the number came from a peer. {@return this} */
  SocketSender ofPeer() {
    unchecked = true;
    VarHandle.storeStoreFence(); // as in the constructor
    return this;
  }

  @Override
  public HandleKind kind() {
    return HandleKind.SENDER;
  }

  @Override
  Readiness guarded() {
    return guarded;
  }

  @Override
  public void prefer(ChannelOptions options) {
    prefer(options.lanes(), options.waiting());
  }

  @Override
  public boolean trySend(Outgoing message) throws IpcException {
    if (mayGoByLane(message.length()) && message.resources().isEmpty() && message.parts().isEmpty() && put(message)) {
      return true;
    }
    List<Traveller> travellers = OutgoingFrame.travellers(message);
    int socket = guarded.acquire();
    if (socket < 0) {
      return false;
    }
    try {
      check(socket);
      long result = attempt(socket, message, travellers, mostInPacket);
      return result == -Errno.EMSGSIZE
          ? sent(attempt(socket, message, travellers, measure(socket)))
          : sent(result);
    } finally {
      guarded.release();
    }
  }

  private long attempt(int socket, Outgoing message, List<Traveller> travellers, int most) throws IpcException {
    int length = message.length();
    if (length > most && !worthFilling(socket)) {
      return -Errno.EAGAIN;
    }
    if (travellers.isEmpty() && length <= most) {
      return sendPlain(socket, message);
    }
    return OutgoingFrame.send(this, socket, message.pieces(), length, travellers, most);
  }

  @Override
  public boolean trySendBytes(MemorySegment bytes, long offset, long length) throws IpcException {
    if (mayGoByLane(length) && put(bytes, offset, length)) {
      return true;
    }
    int socket = guarded.acquire();
    if (socket < 0) {
      return false;
    }
    try {
      check(socket);
      long result = attemptBytes(socket, bytes, offset, length, mostInPacket);
      return result == -Errno.EMSGSIZE
          ? sent(attemptBytes(socket, bytes, offset, length, measure(socket)))
          : sent(result);
    } finally {
      guarded.release();
    }
  }

  private long attemptBytes(int socket, MemorySegment bytes, long offset, long length, int most) throws IpcException {
    if (length > most) {
      return worthFilling(socket)
          ? OutgoingFrame.send(this, socket, List.of(bytes.asSlice(offset, length)), length, List.of(), most)
          : -Errno.EAGAIN;
    }
    return sendPlain(socket, bytes, offset, length);
  }

  /** {@return whether a packet may be spent on a hint} Not when the queue was full: room must go to the message. */
  boolean mayHint() {
    return !wasFull;
  }

  @Override
  void check(int socket) throws MalformedMessageException {
    if (unchecked) {
      if (!PeersEnd.isChannel(socket)) {
        throw PeersEnd.refusal("sender", CHANNEL);
      }
      unchecked = false;
    }
  }

  private int measure(int socket) throws IpcException {
    int most = PacketSize.payloadOf(socket);
    mostInPacket = most;
    return most;
  }

  @Override
  boolean sent(long result) throws IpcException {
    if (result >= 0) {
      if (wasFull) {
        wasFull = false;
        looks = 0;
      }
      return true;
    }
    return switch ((int) -result) {
      case Errno.EAGAIN -> {
        wasFull = true;
        yield false;
      }
      case Errno.EPIPE, Errno.ECONNRESET, Errno.ENOTCONN, Errno.ECONNREFUSED ->
          throw new DisconnectedException(CHANNEL, new CloseReason.Unknown());
      default -> throw KernelFailures.typed("sending: sendmsg", (int) -result);
    };
  }

  // While the queue is known to be full, megabytes are not copied into a file for a packet that would be refused.
  private boolean worthFilling(int socket) throws IpcException {
    if (!wasFull) {
      return true;
    }
    try {
      return Poll.events(Poll.await(socket, Poll.OUT, Poll.NONE, 0)) != 0;
    } catch (KernelException e) {
      throw KernelFailures.typed("sending", e);
    }
  }

  @Override
  public void awaitRoom(Deadline deadline, Waiting caller) throws IpcException, InterruptedException {
    int doubled = looks;
    looks = (byte) Math.min(doubled + 1, MOST_DOUBLED);
    long longest = hasLane() ? LONGEST_LOOK_BESIDE_LANE_NANOS * (1L + guarded.waiting()) : Long.MAX_VALUE;
    long look = Math.min(FIRST_LOOK_NANOS << doubled, longest);
    int unused = guarded.await(Poll.OUT, deadline, look, caller);
  }

  @Override
  public void share() {
    if (!refer()) {
      throw new HandleClosedException("sender"); // the caller's reference was moved under the call
    }
  }

  /** Counts one more reference. {@return false if none was left, or the only one travels as the only one} */
  boolean refer() {
    if (!guarded.refer()) {
      return false;
    }
    if (travelsAlone()) {
      int number = giveUp(); // the last one, if the only one has departed meanwhile: without a goodbye then
      if (number != NOTHING) {
        boolean unused = Descriptors.discard(number);
      }
      return false;
    }
    return true;
  }

  @Override
  public int packetBytes() {
    int socket = guarded.acquire();
    if (socket < 0) {
      return mostInPacket;
    }
    try {
      return measure(socket);
    } catch (IpcException e) {
      return mostInPacket;
    } finally {
      guarded.release();
    }
  }

  @Override
  public void wake() {
    guarded.wakeAll();
  }

  @Override
  public void release(CloseReason.Closed reason) throws IOException {
    int last = guarded.leave();
    if (last >= 0) {
      try {
        boolean mayFollow = endLane(); // so that what follows is not stamped
        // One that would not count is not said; what a peer sent and nobody used may be no channel.
        if (mayFollow && isExclusive() && !(unchecked && !PeersEnd.isChannel(last))) {
          Goodbye.send(last, reason);
        }
        tidy();
      } finally {
        guarded.finish();
      }
    } else {
      guarded.wakeAll();
    }
  }

  private void tidy() {
    boolean unused = endLane();
    endLending();
    guarded.wakeAll();
  }

  @Override
  public void prepare() throws IpcException {
    if (cookie == NO_COOKIE) {
      try {
        cookie = Sockets.cookie(guarded.number());
      } catch (KernelException e) {
        throw KernelFailures.typed("asking for a socket's cookie", e);
      }
      KnownSenders.add(this);
    }
    prepareAlone();
  }

  /** As {@link #prepare}, for one that is not looked for by its cookie. */
  void prepareAlone() throws IpcException {
    beginTravel(guarded);
    boolean ready = false;
    try {
      endLaneToTravel(); // before the lock of the channel that carries it, and not while it has that
      ready = true;
    } finally {
      if (!ready) {
        endTravel();
      }
    }
  }

  @Override
  public int descriptorCount() {
    return 1;
  }

  @Override
  public void putDescriptors(int[] numbers, int at) {
    numbers[at] = guarded.number();
  }

  @Override
  public int tableFlags() {
    return travelsAlone() ? 0 : HandleTable.SHARED;
  }

  @Override
  public long tableValue() {
    return cookie;
  }

  /** {@return the socket's cookie, or the peer's word for it; 0 until the end has travelled} */
  long cookie() {
    return cookie;
  }

  /** Forgets the peer's word for the socket's cookie. */
  void forgetCookie() {
    cookie = NO_COOKIE;
  }

  /** {@return whether the last reference has ended} */
  boolean isGone() {
    return guarded.isClosed();
  }

  @Override
  public int departed() {
    int left = giveUp();
    if (!guarded.isClosed()) {
      markShared(); // and so the travel need not end
    }
    return left;
  }

  // Without a goodbye. Never throws.
  private int giveUp() {
    int left = NOTHING;
    try {
      left = guarded.giveUp();
    } catch (Throwable e) {
      CloseFailures.report(this, e);
    }
    if (guarded.isClosed()) {
      try {
        tidy();
      } catch (Throwable e) {
        CloseFailures.report(this, e);
      }
    }
    return left;
  }

  @Override
  public void stayed() {
    endTravel();
  }

  @Override
  public String toString() {
    return "sender";
  }
}
