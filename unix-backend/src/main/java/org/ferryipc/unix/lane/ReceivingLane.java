package org.ferryipc.unix.lane;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.jspecify.annotations.Nullable;

/**
 * The receiver's side of one lane, from its acceptance to the first unstamped frame behind its end.
 *
 * <p>Its caller holds the receiver's turn, and asks {@link #look} what is next before each {@code recvmsg}, which it makes
 * once for each answer that names a frame, and whose result it reports: {@link #stamped}, {@link #unstamped},
 * {@link #nothing}, {@link #ended}, {@link #bell} or {@link #reset}. An ordered, stamped frame is reported also when it cannot
 * be decoded. Nothing here blocks; nothing is allocated but exceptions; nothing of the memory is believed.
 */
public class ReceivingLane {
  private static final String FIELD = "lane";

  // Package-private, not private, where the explorer of the tests saves a state and comes back to it.
  final String channel;
  @Nullable LaneWords words; // null when the lane has ended and is read
  long head; // only our own is believed
  int frames;
  long tail; // records are known up to here
  long word; // the tail's word as it was read last
  boolean frozen; // once seen, for good
  long published;
  int length; // of the record found last
  boolean due; // the last answer promised a frame
  boolean reset; // the kernel said that the peer has closed: as good as a poll
  boolean armed;

  ReceivingLane(@Nullable LaneWords words, String channel) {
    this.words = words;
    this.channel = channel;
  }

  /**
   * Takes a lane that was offered [R10], if it is what an honest sender offers and this process can afford it.
   *
   * @param descriptor the only one of the OPEN frame; closed in any case
   * @param ringBytes the ring's size by the sender's word
   * @return null: refused. That is no error, and needs no answer: stamped frames of position 0 go on to come
   */
  public static @Nullable ReceivingLane accept(int descriptor, long ringBytes, String channel) {
    LaneMemory memory = LaneFiles.accept(descriptor, ringBytes, LaneBudget.PROCESS);
    if (memory == null) {
      return null;
    }
    memory.setAccepted();
    return new ReceivingLane(memory, channel);
  }

  /**
   * {@return the rest of a lane that a receiver left when it was moved}; see {@link #freeze}
   *
   * @param head where the receiver was in the lane, a position of its former process
   * @param frames how many frames it had received
   * @param records the unread records, as {@link #copyUnread} gave them; not believed either
   * @throws MalformedMessageException if there is no such position
   * @throws IpcException if this process has no memory for the records
   */
  public static ReceivingLane restored(long head, int frames, byte[] records, String channel) throws IpcException {
    if (head < 0 || (head & 7) != 0 || (records.length & 7) != 0 || records.length > LaneFiles.LARGEST_RING) {
      throw new MalformedMessageException(channel, FIELD, records.length + " unread bytes at " + head);
    }
    return restored(head, frames, records.length, records.length == 0 ? null : LaneFiles.holding(head, records), channel);
  }

  static ReceivingLane restored(long head, int frames, long unread, @Nullable LaneWords words, String channel) {
    ReceivingLane lane = new ReceivingLane(words, channel);
    lane.head = head;
    lane.published = head;
    lane.frames = frames;
    lane.tail = head + unread;
    lane.word = lane.tail | LaneWords.FROZEN;
    lane.frozen = true;
    return lane;
  }

  /**
   * Says what is next.
   *
   * @param polled whether the socket was found readable after the last {@code recvmsg} and before this call
   * @throws MalformedMessageException if the memory holds what no honest sender writes
   */
  public final Look look(boolean polled) throws MalformedMessageException {
    // Evidence that a frame is in the socket counts only if it is older than the tail that is read here: then an empty lane
    // proves that the frame is next. A frozen tail is the last one, so it is as new as any.
    boolean evidence = polled || reset;
    reset = false;
    due = head == tail && !frozen && readWords();
    if (head != tail) {
      return atRecord();
    }
    return due ? Look.FRAME_DUE : evidence || frozen ? Look.FRAME_IF_ANY : Look.NOTHING; // [R5]
  }

  /** {@return whether a frame was sent that is not received} */
  private boolean readWords() throws MalformedMessageException {
    LaneWords memory = memory();
    boolean ahead = framesAhead(memory); // [R1] before the tail
    see(memory.tail()); // [R2]
    return ahead;
  }

  // "More than", not "other than": the hint is written behind its frame, and may lag.
  boolean framesAhead(LaneWords memory) {
    return memory.hint() - frames > 0;
  }

  private void see(long seen) throws MalformedMessageException {
    long end = seen & -8;
    long unread = end - head;
    if (unread < 0 || unread > memory().capacity) {
      throw malformed("a tail of " + end + " behind a head of " + head);
    }
    word = seen;
    tail = end;
    if ((seen & LaneWords.FROZEN) != 0) {
      frozen = true;
      unmapIfRead();
    }
  }

  // Nothing more can come, and nobody has to be told of it: the sender looks at nothing here any more.
  private void unmapIfRead() {
    LaneWords memory = words;
    if (frozen && head == tail && memory != null) {
      words = null;
      memory.unmap();
    }
  }

  private Look atRecord() throws MalformedMessageException { // [R3]
    LaneWords memory = memory();
    long record = memory.record(head);
    int bytes = (int) record;
    if (bytes < 0 || bytes > memory.mostBytes || LaneWords.recordBytes(bytes) > tail - head) {
      throw malformed("a record of " + bytes + " bytes where " + (tail - head) + " are unread");
    }
    int missing = framesMissing(record);
    if (missing == 0) {
      length = bytes;
      return Look.RECORD;
    }
    if (missing < 0) {
      throw malformed("a record behind " + (frames + missing) + " frames, of which " + frames + " have come");
    }
    due = true; // [R4]
    return Look.FRAME_DUE;
  }

  // What a record follows was sent before it.
  int framesMissing(long record) {
    return (int) (record >>> Integer.SIZE) - frames;
  }

  /** {@return the length of the record that {@link #look} found}, in bytes */
  public final int length() {
    return length;
  }

  /** Copies the record's payload; {@code into} has room for it from {@code offset} on. */
  public final void copy(MemorySegment into, long offset) {
    memory().read(head, into, offset, length);
  }

  /** As the other, into an array. */
  public final void copy(byte[] into, int offset) {
    memory().read(head, into, offset, length);
  }

  /** Goes on behind the record, copied or not. */
  public final void taken() {
    LaneWords memory = memory();
    head += LaneWords.recordBytes(length);
    if (frozen) {
      unmapIfRead();
    } else if (head - published >= memory.publishEvery) {
      publish(memory);
    }
  }

  private void publish(LaneWords memory) {
    if (head != published) {
      published = head;
      memory.setHead(head);
    }
  }

  /**
   * Reports a stamped, ordered frame and counts it.
   *
   * @throws MalformedMessageException if its place is not here
   */
  public final void stamped(int position) throws MalformedMessageException {
    if (position != (int) head) {
      throw malformed("a frame behind position " + position + ", the lane is read up to " + (int) head);
    }
    frames++;
  }

  /**
   * Reports an unstamped, ordered frame, as an OPEN is one: this lane is retired [R6] and unmapped, and nothing may be called
   * any more.
   *
   * @throws MalformedMessageException if the lane has not ended
   */
  public final void unstamped() throws MalformedMessageException {
    LaneWords memory = words;
    if (!frozen && memory != null) {
      see(memory.tail()); // it may have ended while its receiver slept
    }
    if (!frozen || head != tail) {
      throw malformed("an unstamped frame while it is open");
    }
    assert words == null : "unmapped when it was read";
  }

  /**
   * Reports that nothing was there.
   *
   * @throws MalformedMessageException if a frame was promised
   */
  public final void nothing() throws MalformedMessageException {
    if (due) {
      throw malformed("a frame was promised that was not sent");
    }
  }

  /**
   * Reports the end of the stream. All that was sent is read then [R7]: the end was seen before the tail.
   *
   * @throws MalformedMessageException if a frame was promised
   */
  public final void ended() throws MalformedMessageException {
    nothing();
  }

  /** Reports a frame that has no place in the order, as a bell; look again, without a new poll. */
  public final void bell() {
    // It was the evidence, and is used up.
  }

  /** Reports {@code ECONNRESET}, which the kernel hands out before what is queued; look again. */
  public final void reset() {
    reset = true;
  }

  /**
   * Prepares for sleep until the socket is readable [R9], after {@link #look} found nothing.
   *
   * @return false if there is something new: look again, and do not sleep
   */
  public final boolean arm() {
    LaneWords memory = words;
    if (memory == null || frozen) {
      return true;
    }
    publish(memory);
    armed = true;
    memory.setArmed(true);
    memory.fence();
    if (isAsSeen(memory)) {
      return true;
    }
    disarm();
    return false;
  }

  boolean isAsSeen(LaneWords memory) {
    return memory.tail() == word;
  }

  /** Follows each {@link #arm} that answered true, before the next {@link #look}: the sleep is over, or was none. */
  public final void disarm() {
    VarHandle.acquireFence(); // what is looked at now is younger than what ended the sleep
    if (armed) {
      armed = false;
      memory().setArmed(false);
    }
  }

  /** {@return whether {@link #stirs} can ever be true}: the lane has not ended */
  public final boolean mayStir() {
    return words != null && !frozen;
  }

  /** {@return whether something new was written since the last {@link #look}}: for who spins instead of sleeping */
  public final boolean stirs() {
    LaneWords memory = words;
    return memory != null && !frozen && (framesAhead(memory) || !isAsSeen(memory));
  }

  /**
   * Ends the lane for the sender [R8], before the receiver is moved or closed. What is unread can still be read here; what is
   * sent from now on comes by the socket.
   *
   * @throws MalformedMessageException if the memory holds what no honest sender writes
   */
  public final void freeze() throws MalformedMessageException {
    LaneWords memory = words;
    if (memory != null && !frozen) {
      see(memory.freeze() | LaneWords.FROZEN);
    }
  }

  /** {@return up to where the lane was read}; goes with a moved receiver */
  public final long head() {
    return head;
  }

  /** {@return how many stamped frames have come}; goes with a moved receiver */
  public final int frames() {
    return frames;
  }

  /** {@return how many bytes of records are unread, as far as is known}; all, when frozen */
  public final long unreadBytes() {
    return tail - head;
  }

  /** Copies the unread records for a moved receiver; {@code into} has room for {@link #unreadBytes}. */
  public final void copyUnread(MemorySegment into) {
    if (tail != head) {
      memory().readRaw(head, into, tail - head);
    }
  }

  /** Gives the memory back. Nothing may be called any more. */
  public final void unmap() {
    LaneWords memory = words;
    if (memory != null) {
      words = null;
      memory.unmap();
    }
  }

  private LaneWords memory() {
    return Objects.requireNonNull(words);
  }

  private MalformedMessageException malformed(String what) {
    return new MalformedMessageException(channel, FIELD, what);
  }
}
