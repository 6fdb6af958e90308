package org.ferryipc.unix.socket;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.lane.Look;
import org.ferryipc.unix.lane.ReceivingLane;
import org.ferryipc.unix.region.BacklogFile;
import org.ferryipc.unix.waiting.AdaptiveSpin;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of a receiving end, one after the other, and what may come next: a record of the lane, or a frame of the socket.
 * Under the turn.
 *
 * <p>Its file holds the rest of a lane, while the receiver is leased or until the rest is read.
 *
 * <p>Each frame that is taken from the socket is reported here, before anything else is made of it.
 */
final class ReceiversLane extends CarriedFile implements AdaptiveSpin.Watched {
  // The rest of a lane in a file: head u64, frames u32, zero u32, records.
  private static final int REST_HEADER = 16;
  private static final ValueLayout.OfLong U64 = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfInt U32 = ValueLayout.JAVA_INT_UNALIGNED;

  // Mapping memory costs more than asking us to: a peer who does nothing else is refused.
  private static final int MOST_OFFERS = 16;
  private static final long OFFERS_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final String channel;
  private @Nullable ReceivingLane lane;
  private @Nullable Look frame; // a frame that the lane told us to receive, and that was not reported yet
  private boolean polled; // the socket was readable after the last receive
  private boolean armed;
  private boolean lively;
  private boolean refused; // the last offer
  private boolean refusing; // all offers
  private int offers; // since
  private long offersSince = System.nanoTime();

  ReceiversLane(String channel) {
    this.channel = channel;
  }

  /** Says whether to refuse all lanes. */
  void refuse(boolean all) {
    refusing = all;
  }

  /** {@return whether what comes next may be in a lane} */
  boolean isThere() {
    return lane != null;
  }

  /** {@return the lane}; there is one */
  private ReceivingLane lane() {
    return Objects.requireNonNull(lane);
  }

  /**
   * {@return what is next, with a lane} After an answer that names a frame, one receive must be made and reported; until then
   * the answer stays the same, because nobody else receives.
   */
  Look look() throws MalformedMessageException {
    Look known = frame;
    if (known != null) {
      return known;
    }
    ReceivingLane open = lane();
    awake();
    Look found = open.look(polled);
    lively = found == Look.RECORD;
    if (found == Look.FRAME_DUE || found == Look.FRAME_IF_ANY) {
      frame = found;
    }
    return found;
  }

  /** {@return the length of the record that was found} */
  int length() {
    return lane().length();
  }

  /** Copies the record to the beginning of {@code into}, which has room. */
  void copy(MemorySegment into) {
    lane().copy(into, 0);
  }

  /** {@return the record's bytes} */
  byte[] copy() {
    byte[] bytes = new byte[lane().length()];
    lane().copy(bytes, 0);
    return bytes;
  }

  /** Goes on behind the record. */
  void taken() {
    lane().taken();
  }

  /** {@return whether the last look found a record} */
  boolean isLively() {
    return lively;
  }

  /** Says that the socket was found readable, or has hung up, and that nothing was received since. */
  void polled() {
    polled = true;
  }

  /** {@return whether a look cannot see all that there is, for want of a poll} */
  boolean wantsPoll() {
    return lane != null && frame == null && !polled;
  }

  // What was received.

  private @Nullable ReceivingLane reported() {
    frame = null;
    polled = false;
    return lane;
  }

  /** Reports a frame that has a place in the order. */
  void ordered(boolean stamped, int position) throws MalformedMessageException {
    ReceivingLane open = reported();
    if (stamped) {
      if (open != null) {
        open.stamped(position);
      } else if (!refused || position != 0) {
        throw new MalformedMessageException(channel, "lane position", "a stamp of a lane that is not there");
      }
      return;
    }
    refused = false;
    if (open != null) {
      open.unstamped();
      lane = null;
      lively = false;
    }
  }

  /** Reports that nothing was there. */
  void nothing() throws MalformedMessageException {
    ReceivingLane open = reported();
    if (open != null) {
      open.nothing();
    }
  }

  /** Reports the end of the stream. */
  void ended() throws MalformedMessageException {
    ReceivingLane open = reported();
    if (open != null) {
      open.ended();
      close();
    }
  }

  /** Reports a frame without a place in the order. */
  void unordered() {
    ReceivingLane open = reported();
    if (open != null) {
      open.bell();
    }
  }

  /** Reports that a packet is there and could not be taken. */
  void notTaken() {
    unordered();
    polled = true;
  }

  /** Reports that the peer has closed; what it sent before is still to be received. */
  void reset() {
    ReceivingLane open = reported();
    if (open != null) {
      open.reset();
    }
  }

  /** Takes the lane that an OPEN offers, which was reported as an ordered frame, or refuses it [R10]. */
  void offered(int descriptor, int ring) {
    long now = System.nanoTime();
    if (now - offersSince >= OFFERS_NANOS) {
      offersSince = now;
      offers = 0;
    }
    if (refusing || ++offers > MOST_OFFERS) {
      boolean unused = Descriptors.discard(descriptor);
      refused();
      return;
    }
    lane = ReceivingLane.accept(descriptor, Integer.toUnsignedLong(ring), channel);
    refused = lane == null;
  }

  /** Refuses a lane whose memory did not arrive. */
  void refused() {
    refused = true;
  }

  // Sleeping.

  /**
   * Prepares for sleep until the socket is readable [R9].
   *
   * @return false if there is something
   */
  boolean arm() {
    ReceivingLane open = lane;
    if (open == null) {
      return true;
    }
    try {
      switch (look()) {
        case RECORD, FRAME_DUE -> {
          return false;
        }
        case FRAME_IF_ANY -> {
          return true; // the poll says whether there is; no record can come before it
        }
        case NOTHING -> {}
      }
    } catch (MalformedMessageException e) {
      return false; // the next look says so again
    }
    armed = open.arm();
    return armed;
  }

  /**
   * As {@link #arm}, after a look that found nothing, for who sleeps in the receive itself [R9]. What comes first is then a
   * frame that is next, or unordered, or the end: a sender who puts a record into an armed lane rings before it sends a frame.
   */
  boolean armAsSeen() {
    armed = lane().arm();
    return armed;
  }

  /** Says that the sleep is over. */
  void awake() {
    if (armed) {
      armed = false;
      lane().disarm();
    }
  }

  /** {@return whether it is of use to ask {@link #stirs}} */
  boolean mayStir() {
    ReceivingLane open = lane;
    return open != null && open.mayStir();
  }

  /** {@return whether something has come since the last look}; for who does not sleep yet */
  @Override
  public boolean stirs() {
    ReceivingLane open = lane;
    return open != null && open.stirs();
  }

  // Moving.

  /** {@return whether the rest of a lane is still in its file, which {@link #restore} reads at the first use} */
  boolean isInFile() {
    return lane == null && hasFile();
  }

  /** Reads the rest of the lane out of its file. */
  void restore() throws IpcException {
    byte[] rest = BacklogFile.read(file(), bytesInFile(), channel);
    if (rest.length < REST_HEADER) {
      throw new MalformedMessageException(channel, "lane", "a rest of " + rest.length + " bytes");
    }
    MemorySegment header = MemorySegment.ofArray(rest);
    byte[] records = Arrays.copyOfRange(rest, REST_HEADER, rest.length);
    lane = ReceivingLane.restored(header.get(U64, 0), header.get(U32, 8), records, channel);
    discardFile();
  }

  /** Ends the lane for the sender [R8], and puts the rest into a file that travels. Nothing is lost if that fails. */
  void prepare() throws IpcException {
    ReceivingLane open = lane;
    if (open == null) {
      return; // or its rest is in a file still
    }
    freeze(open);
    byte[] rest = new byte[Math.addExact(REST_HEADER, Math.toIntExact(open.unreadBytes()))];
    MemorySegment header = MemorySegment.ofArray(rest);
    header.set(U64, 0, open.head());
    header.set(U32, 8, open.frames());
    open.copyUnread(header.asSlice(REST_HEADER));
    pack(rest);
  }

  private void freeze(ReceivingLane open) throws MalformedMessageException {
    awake();
    open.freeze();
  }

  /** Ends {@link #prepare} when the receiver did not travel: it reads on here. */
  void stayed() {
    if (lane != null) {
      discardFile();
    }
  }

  /** {@return whether the last offer was refused} */
  boolean hasRefused() {
    return refused;
  }

  /** Ends the lane for both sides, with what is in it; before the socket is closed or moved for good. Idempotent. */
  void close() {
    ReceivingLane open = lane;
    if (open != null) {
      lane = null;
      frame = null;
      armed = false;
      lively = false;
      try {
        open.freeze();
      } catch (MalformedMessageException ofNoInterest) {
        // The lane is over all the same.
      }
      open.unmap();
    }
    discardFile();
  }
}
