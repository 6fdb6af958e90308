package org.ferryipc.unix.socket;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.unix.frame.FrameHeader;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.kernel.Sockets;
import org.ferryipc.unix.lane.LaneOffer;
import org.ferryipc.unix.lane.Put;
import org.ferryipc.unix.lane.SendingLane;
import org.ferryipc.unix.waiting.AdaptiveSpin;
import org.ferryipc.unix.waiting.PeerWatch;
import org.ferryipc.unix.waiting.Readiness;
import org.jspecify.annotations.Nullable;

/**
 * The lane of a sending end, one after the other, and when to have one. Under the end's lock, unless said otherwise.
 *
 * <p>While a lane is open its end's number is open: it is ended before the last reference gives the number up.
 */
final class SendersLane implements AdaptiveSpin.Watched {
  private static final String CHANNEL = "channel";
  private static final int NO_LANE = -1;

  // A receiver that ends every lane at once, or a process without room for another, is offered no more than this.
  private static final int MOST_OFFERS = 8;
  private static final long OFFERS_NANOS = TimeUnit.SECONDS.toNanos(1);

  // After so many messages that found the ring full, or too small for their length, it is replaced by a larger one.
  private static final int OFTEN = 16;

  private static final long RING_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  // A frame in the place of a record costs both sides some system calls. The lock is held meanwhile, as the memory needs it;
  // so others of this end, who could not pass this message anyway, wait no longer than this for it.
  private static final long LOOK_FOR_ROOM_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

  private static final MemorySegment BELL = bell();

  private final LanedEnd end;
  private final Readiness guarded;
  private @Nullable SendingLane lane;
  private @Nullable PeerWatch watch;
  private int longest = NO_LANE; // also read without the lock
  private volatile boolean peerGone;
  private boolean bellOwed;
  private @Nullable AdaptiveSpin spin; // made by the first message that finds a full ring
  private long wanted; // the length of the message that looks for room

  private final LaneWorth worth = new LaneWorth(System::nanoTime);
  private boolean mustPay; // AUTO: what is refused is not kept
  private long tooLong; // the longest message that the lane would have taken if it were larger
  private int tooLongCount;
  private int offers; // since
  private long offersSince = System.nanoTime();

  SendersLane(LanedEnd end) {
    this.end = end;
    this.guarded = end.guarded();
  }

  private static MemorySegment bell() {
    MemorySegment frame = Arena.global().allocate(FrameHeader.BYTES, Long.BYTES);
    FrameHeader.write(frame, 0, FrameHeader.BELL, 0, 0, 0);
    return frame;
  }

  /** {@return the length of the longest message that can go by the lane; negative without one}; a hint without the lock */
  int longest() {
    return longest;
  }

  /** {@return whether there is a lane, taken by its receiver or not yet}: then each frame is stamped */
  boolean isOpen() {
    return lane != null;
  }

  /** {@return whether the message went by the lane} */
  boolean put(MemorySegment bytes, long offset, long length, boolean maySpin) throws DisconnectedException {
    SendingLane open = lane;
    if (open == null) {
      return false;
    }
    requirePeer();
    Put put = open.put(bytes, offset, length);
    if (put == Put.FULL && maySpin && findsRoom(open, length)) {
      put = open.put(bytes, offset, length);
    }
    return isDone(put);
  }

  /** As the other. */
  boolean put(byte[] bytes, int offset, int length, boolean maySpin) throws DisconnectedException {
    SendingLane open = lane;
    if (open == null) {
      return false;
    }
    requirePeer();
    Put put = open.put(bytes, offset, length);
    if (put == Put.FULL && maySpin && findsRoom(open, length)) {
      put = open.put(bytes, offset, length);
    }
    return isDone(put);
  }

  // Looks at the receiver's word again for a while [S3], which changes nothing that others see.
  private boolean findsRoom(SendingLane open, long length) {
    if (!open.isTaken()) {
      return false;
    }
    AdaptiveSpin made = spin;
    if (made == null) {
      made = new AdaptiveSpin(LOOK_FOR_ROOM_NANOS);
      spin = made;
    }
    wanted = length;
    return made.look(this);
  }

  /** {@return whether there is room now}; for who does not send otherwise yet */
  @Override
  public boolean stirs() {
    SendingLane open = lane;
    return open != null && open.hasRoomNow(wanted);
  }

  // Memory takes messages also when nobody is there to read them.
  private void requirePeer() throws DisconnectedException {
    if (peerGone) {
      throw new DisconnectedException(CHANNEL, new CloseReason.Unknown());
    }
  }

  private boolean isDone(Put put) {
    switch (put) {
      case PUT -> {
        if (bellOwed) { // its receiver, woken by nobody yet, does not ask again
          boolean unused = tryToRing();
        }
        return true;
      }
      case RING -> {
        ring();
        return true;
      }
      case FULL, LARGE -> {
        return false;
      }
      case OVER -> {
        forget();
        return false;
      }
    }
    throw new AssertionError(put);
  }

  // The message is on its way: nothing that goes wrong here is the send's failure. A full queue is as good as a bell, since
  // its receiver will come, and look at the lane [S6].
  private void ring() {
    bellOwed = true; // also if this thread has no stack for the call
    if (!tryToRing()) {
      Thread unused = Thread.ofVirtual().name("ferry-bell").start(this::ringLater);
    }
  }

  private boolean tryToRing() {
    long result = Sockets.send(guarded.number(), BELL);
    bellOwed = result == -Errno.ENOBUFS || result == -Errno.ENOMEM;
    return !bellOwed;
  }

  private void ringLater() {
    do {
      LockSupport.parkNanos(RING_AGAIN_NANOS);
    } while (!isRung());
  }

  // By a thread of its own. Where the end has given its number up there is nobody left to wake, or it was done before.
  private boolean isRung() {
    int socket = guarded.acquire();
    if (socket < 0) {
      return true;
    }
    try {
      long result = Sockets.send(socket, BELL);
      return result != -Errno.ENOBUFS && result != -Errno.ENOMEM;
    } finally {
      guarded.release();
    }
  }

  /**
   * Rings a bell that is still owed, if there is memory for it now. In front of each frame: a receiver that sleeps takes the first
   * packet that comes, and a frame must not be that while records before it are unread.
   *
   * @return whether none is owed any more
   */
  boolean paysDebt() {
    return !bellOwed || tryToRing();
  }

  /** As the other, before the end can leave the process: who has it then does not know. */
  void payDebt() throws ResourceExhaustedException {
    if (!paysDebt()) {
      throw new ResourceExhaustedException("waking the receiver", Errno.name(Errno.ENOBUFS), -1);
    }
  }

  /** {@return the flag of frames} */
  int flags() {
    return lane == null ? 0 : FrameHeader.STAMPED;
  }

  /** {@return what frames are stamped with} */
  int position() {
    SendingLane open = lane;
    return open == null ? 0 : open.position();
  }

  /** Counts a frame. {@return {@code result}, of its system call} */
  long sent(long result) {
    SendingLane open = lane;
    if (result >= 0 && open != null) {
      open.framed();
      if (mustPay && worth.isRefused(open.frames()) && !open.isTakenNow()) {
        end();
        worth.pause();
      }
    }
    return result;
  }

  /** A message goes by the socket that a lane would take: makes one in front of it if it pays, or a larger one. */
  void consider(int socket, long length, LanePolicy policy) {
    if (policy == LanePolicy.NEVER || length > LaneSize.longest()) {
      return;
    }
    mustPay = policy == LanePolicy.AUTO;
    SendingLane open = lane;
    if (open == null) {
      if (policy == LanePolicy.ALWAYS || worth.isWorth()) {
        offer(socket, LaneSize.ringFor(length));
      }
    } else if (length > open.mostBytes()) {
      tooLong = Math.max(tooLong, length);
      if (++tooLongCount >= OFTEN && worth.isWorth()) {
        replace(socket, LaneSize.ringFor(tooLong));
      }
    } else if (open.timesFull() >= OFTEN) {
      replace(socket, LaneSize.ringAfter(open.ringBytes()));
    }
  }

  // Without memory for a larger one it stays as it is; if that cannot be offered just now, there is none until it pays again.
  private void replace(int socket, int ring) {
    SendingLane open = lane;
    if (open != null && ring > open.ringBytes()) {
      offer(socket, ring);
    }
  }

  private boolean mayOffer() {
    long now = System.nanoTime();
    if (now - offersSince >= OFFERS_NANOS) {
      offersSince = now;
      offers = 0;
    }
    return offers < MOST_OFFERS;
  }

  private void offer(int socket, int ring) { // [S1]
    if (!mayOffer()) {
      return;
    }
    offers++;
    LaneOffer made = SendingLane.offer(ring);
    if (made == null) {
      IdleLanes.wanted();
      worth.pause();
      return;
    }
    @Nullable PeerWatch watching = null;
    boolean sent = false;
    try {
      end(); // the smaller one, if there is one: an offer is not stamped
      watching = PeerWatch.begin(socket, () -> peerGone = true);
      if (watching == null) {
        worth.pause(); // memory would go on to take messages when nobody is there to read them
      } else {
        sent = isSent(made, socket);
      }
    } finally {
      if (!sent) {
        made.drop(); // another day
        if (watching != null) {
          watching.end();
        }
      }
    }
    if (sent) {
      begin(made.sent(), watching);
    }
  }

  private static boolean isSent(LaneOffer made, int socket) {
    try (MessageBlock block = MessageBlock.borrow()) {
      FrameHeader.write(block.header(), 0, FrameHeader.OPEN, 0, 0, 0, made.ringBytes());
      return block.descriptor(made.descriptor()).send(socket) >= 0;
    }
  }

  private void begin(SendingLane open, @Nullable PeerWatch watching) {
    lane = open;
    longest = open.mostBytes();
    tooLong = 0;
    tooLongCount = 0;
    watch = watching;
    IdleLanes.add(end);
  }

  /** {@return what changes with each message in a lane} */
  int used() {
    SendingLane open = lane;
    return open == null ? 0 : open.position();
  }

  /** As {@link #end}, of a lane that is not used: the receiver is woken, to let go of it too. */
  void giveBack() {
    if (lane != null) {
      end();
      ring();
    }
  }

  /** Ends the lane [S8], if there is one: what follows goes by the socket, unstamped. Never waits. */
  void end() {
    SendingLane open = lane;
    if (open != null) {
      open.end();
      forget();
    }
  }

  private void forget() {
    SendingLane over = lane;
    if (over != null && over.isTaken()) {
      worth.taken();
    }
    IdleLanes.remove(end);
    lane = null;
    longest = NO_LANE;
    PeerWatch watching = watch;
    if (watching != null) {
      watch = null;
      watching.end();
    }
  }
}
