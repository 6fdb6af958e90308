package org.ferryipc.unix.lane;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The sender's side of one lane, from its offer to its end. While it lasts, each ordered frame that goes by the socket is
 * stamped with {@link #position} and told to {@link #framed}.
 *
 * <p>Its caller holds the sender's lock from the first question to the last answer about a message, and while it holds it
 * never waits. Nothing here blocks or allocates; what {@link #put} throws, as for memory of the caller that is closed, it
 * throws before the message is on its way. After {@link #end}, {@link #unmap} or {@link Put#OVER} nothing may be called.
 */
public class SendingLane {
  /** The smallest ring, in bytes. */
  public static final int LEAST_RING = LaneFiles.LEAST_RING;

  /** The largest ring, in bytes. */
  public static final int LARGEST_RING = LaneFiles.LARGEST_RING;

  // Package-private, not private, where the explorer of the tests saves a state and comes back to it.
  final LaneWords words;
  private final int mostBytes;
  long tail; // only our own is believed
  long headSeen; // what the receiver said last
  int frames;
  boolean accepted;
  private long timesFull;

  SendingLane(LaneWords words) {
    this.words = words;
    this.mostBytes = words.mostBytes;
  }

  /**
   * Makes the memory of a lane, which has to be offered to the receiver [S1]: in an OPEN frame, unstamped, with
   * {@link LaneOffer#descriptor}. From then on the lane is in force.
   *
   * @param ringBytes the ring's size, a power of two from {@link #LEAST_RING} to {@link #LARGEST_RING}
   * @return null if this process cannot afford it now: its lanes' budget, its descriptors, its memory
   */
  public static @Nullable LaneOffer offer(int ringBytes) {
    return LaneOffer.make(ringBytes, LaneBudget.PROCESS);
  }

  /** {@return the longest message that goes by this lane, in bytes} */
  public int mostBytes() {
    return mostBytes;
  }

  /** {@return the ring's size in bytes} */
  public int ringBytes() {
    return words.capacity;
  }

  /** {@return how many messages found no room so far}: a sign that a larger ring would be of use */
  public long timesFull() {
    return timesFull;
  }

  /** {@return whether the receiver has taken the lane}; what is put before that finds no room */
  public final boolean isTaken() {
    return accepted;
  }

  /** {@return the same, asked anew}: else it is known by the next message that is put */
  public final boolean isTakenNow() {
    accepted = accepted || words.isAccepted(); // [S2]
    return accepted;
  }

  /** {@return whether there is room now for a message that found none}; for who looks for a while before it sends otherwise */
  public final boolean hasRoomNow(long length) {
    long head = words.head();
    return head - headSeen > 0 && tail - head >= 0 && tail + LaneWords.recordBytes((int) length) - head <= words.capacity;
  }

  /** Sends a message by the lane, if it can. */
  public final Put put(MemorySegment from, long offset, long length) {
    if (length > mostBytes) {
      return Put.LARGE;
    }
    int bytes = (int) length;
    long next = tail + LaneWords.recordBytes(bytes);
    if (next - headSeen > words.capacity || !accepted) {
      if (!hasRoom(next)) {
        return Put.FULL;
      }
    }
    words.write(tail, frames, from, offset, bytes); // [S3]
    return publish(next);
  }

  /** As the other, from an array. */
  public final Put put(byte[] from, int offset, int length) {
    if (length > mostBytes) {
      return Put.LARGE;
    }
    long next = tail + LaneWords.recordBytes(length);
    if (next - headSeen > words.capacity || !accepted) {
      if (!hasRoom(next)) {
        return Put.FULL;
      }
    }
    words.write(tail, frames, from, offset, length); // [S3]
    return publish(next);
  }

  // Also asks whether the lane was taken: a record in one that is refused would be lost.
  private boolean hasRoom(long next) {
    if (!accepted) {
      if (!words.isAccepted()) { // [S2]
        return false;
      }
      accepted = true;
    }
    long head = words.head();
    // A receiver that says what cannot be harms nobody but itself, and is not believed.
    if (head - headSeen > 0 && tail - head >= 0) {
      headSeen = head;
    }
    if (next - headSeen > words.capacity) {
      timesFull++;
      return false;
    }
    return true;
  }

  private Put publish(long next) {
    long from = tail;
    // First, and harmless if the lane is over: were it second, an error of the virtual machine in between would make us
    // write over a record that is published. This way the worst is a step that fails, which ends the lane.
    tail = next;
    if (!words.publish(from, next)) { // [S4]
      end();
      return Put.OVER;
    }
    if (words.isArmed()) { // [S5]; the step above is the fence between the two
      words.exchangeArmed(); // [S6]; the bell comes after it
      return Put.RING;
    }
    return Put.PUT;
  }

  /** {@return the position with which a frame is stamped}: the frame follows what lies in the lane before it */
  public final int position() {
    return (int) tail;
  }

  /** {@return how many frames were counted} */
  public final int frames() {
    return frames;
  }

  /** Counts a stamped, ordered frame that the kernel has taken [S7]. Nothing that can fail may come between the two. */
  public final void framed() {
    frames++;
    words.setHint(frames);
  }

  /** Ends the lane [S8] and gives its memory back: frames are unstamped from now on. Never waits for the receiver. */
  public final void end() {
    long unused = words.freeze();
    words.unmap();
  }

  /** Gives the memory back after the channel's last frame, without a word. */
  public final void unmap() {
    words.unmap();
  }
}
