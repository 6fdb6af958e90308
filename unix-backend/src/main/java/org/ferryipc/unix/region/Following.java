package org.ferryipc.unix.region;

import java.lang.foreign.MemorySegment;

/**
 * Copies a message behind its writer, so that two copies take the time of one. Under the turn.
 *
 * <p>What was copied is no message yet: that is the packet which names the use; if it names another, everything is copied again.
 * <b>Argument</b>, for a sender that keeps the rules: it begins a use when nothing of an older one will ever be announced again
 * (it was read, or its packet was never sent), writes a use's bytes before it counts them as there, and sends the packet after all.
 * So who copied bytes that were counted under a use, and then gets that use's packet, has copied the message: between the
 * count and the packet they were not written again. One that breaks the rules changes bytes of its own message.
 */
public final class Following {
  // A writer that does not move has lost its processor. It is waited for as long as giving up would cost: a sleep and a
  // wake-up, and copying again, at 8 bytes in a nanosecond. All waits together are limited too, by what the slowest memory
  // would need, or one that trickles would keep us here.
  private static final long PATIENCE_NANOS = 50_000;
  private static final long BYTES_COPIED_PER_NANO = 8;
  private static final long SLOWEST_NANOS_PER_BYTE = 1;

  // After following went wrong the next messages are read in the plain way: after each failure in a row twice as many. With one
  // processor it goes wrong each time; the JDK cannot be asked how many there are, it tells a thread that is kept on one: one.
  private static final int LONGEST_REST = 64;

  private final KnownGrounds grounds;
  private long lastDone;
  private int rest;
  private int nextRest = 1;
  private long followed; // generation whose message was copied behind the writer
  private long followedLength;

  /** Follows senders into {@code grounds}. */
  public Following(KnownGrounds grounds) {
    this.grounds = grounds;
  }

  /** {@return whether there is anything to follow into} */
  public boolean isPossible() {
    return grounds.last() != null;
  }

  /** {@return whether all of that message was copied by the last call of {@link #follow}} */
  boolean has(RegionAddress address, long length) {
    return followed == address.generation() && followedLength == length;
  }

  /** Takes note that a message was read. {@return the room to tell its sender of, of what the caller has} */
  long done(RegionAddress address, long room) {
    lastDone = address.generation();
    if (rest > 0) {
      rest--;
    }
    return rest > 0 ? 0 : room;
  }

  /**
   * Copies the message that the sender is writing, for as long as it is really writing.
   *
   * @param into where the message will be received to; undefined afterwards, except for the next read
   * @param most a longer one is left alone
   * @return whether all of it was copied, so that its packet can be expected at once
   */
  public boolean follow(MemorySegment into, long most) {
    followed = 0;
    ReceivedGround ground = grounds.last();
    return ground != null && follow(ground, into, most);
  }

  private boolean follow(ReceivedGround ground, MemorySegment into, long most) {
    MemorySegment file = ground.file();
    long slot = GroundWords.filling(file);
    if (slot < 0 || slot >= GroundWords.SLOTS) {
      return false;
    }
    long generation = GroundWords.generation(file, (int) slot);
    long length = GroundWords.length(file, (int) slot);
    long at = ground.beginning((int) slot, length);
    if (generation == lastDone || length <= 0 || length > most || at < 0) {
      return false; // an old hint, or none for us
    }
    if (!copyBehind(ground, (int) slot, at, generation, length, into)) {
      rest = nextRest;
      nextRest = Math.min(2 * nextRest, LONGEST_REST);
      ground.say(0);
      return false;
    }
    followed = generation;
    followedLength = length;
    nextRest = 1;
    return true;
  }

  private static boolean copyBehind(
      ReceivedGround ground, int slot, long at, long generation, long length, MemorySegment into) {
    MemorySegment file = ground.file();
    long there = Math.min(length, GroundWords.progress(file, slot, generation)); // the first look is no wait
    long waited = 0;
    long moved = System.nanoTime();
    for (long done = 0; done < length; there = Math.min(length, GroundWords.progress(file, slot, generation))) {
      long now = System.nanoTime();
      if (there > done) {
        waited += now - moved;
        if (waited > PATIENCE_NANOS + done * SLOWEST_NANOS_PER_BYTE) {
          return false;
        }
        done += ground.copy(at, done, there, into);
        moved = System.nanoTime();
      } else if (there < 0 || now - moved > PATIENCE_NANOS + done / BYTES_COPIED_PER_NANO) {
        return false;
      } else {
        Thread.onSpinWait();
      }
    }
    return true;
  }

  /** {@return until when the packet of a followed message is worth waiting for without sleep, of {@link System#nanoTime}} */
  public static long patience() {
    return System.nanoTime() + PATIENCE_NANOS;
  }
}
