package org.ferryipc.unix.socket;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Whether a lane pays for one sending end, if it shall be made only then. Under the end's lock.
 *
 * <p>Making one and ending it costs both sides together about 85 µs, which some 45 small messages save. Each message in it costs
 * less than by the socket: a tenth as long as its receiver does not sleep, and nine tenths if it has to be woken by a bell, since
 * the bell is the packet that the message would have been, and its receiver needs one system call less to find it. So a lane is
 * made for a channel that has many messages in a short time, as many as make the loss of one that ends right then bearable, a
 * third at most; and it is kept. What cannot be made, or is refused, is tried again after a pause that doubles.
 */
final class LaneWorth {
  // So many messages, in so short a time. With those that LanedEnd does not count, 128.
  private static final int MESSAGES = 120;
  private static final long TIME_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

  // A queue of usual size holds 278 small packets: a receiver that has come past so many has seen the offer.
  private static final int FRAMES_BEFORE_REFUSED = 1_024;

  // To be refused takes some 100 µs of both sides together, so of time at first a thousandth, and ever less.
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int MOST_DOUBLED = 5;

  private final LongSupplier clock; // of System.nanoTime
  private int counted; // messages that a lane would have taken
  private long countedSince;
  private int doubled;
  private boolean pausing;
  private long pauseEnds; // if pausing

  LaneWorth(LongSupplier clock) {
    this.clock = clock;
  }

  /** Counts a message that goes by the socket and would have gone by a lane. {@return whether to make one, or a larger one} */
  boolean isWorth() {
    if (++counted < MESSAGES) {
      if (counted == 1) {
        countedSince = clock.getAsLong();
      }
      return false;
    }
    counted = 0;
    long now = clock.getAsLong();
    if (pausing && now - pauseEnds < 0) {
      return false;
    }
    pausing = false;
    return now - countedSince < TIME_NANOS;
  }

  /** {@return whether the receiver has not taken the lane and will not} */
  boolean isRefused(int framesBesideIt) {
    return framesBesideIt >= FRAMES_BEFORE_REFUSED;
  }

  /** Says that the receiver has taken a lane. */
  void taken() {
    doubled = 0;
  }

  /** Says that a lane was refused, or could not be made: there is none for a while. */
  void pause() {
    counted = 0;
    pausing = true;
    pauseEnds = clock.getAsLong() + (FIRST_PAUSE_NANOS << doubled);
    doubled = Math.min(doubled + 1, MOST_DOUBLED);
  }
}
