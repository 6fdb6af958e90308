package org.ferryipc.unix.socket;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.WaitStrategy;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.ownership.BriefLock;
import org.ferryipc.core.transport.Outgoing;
import org.ferryipc.unix.frame.FrameHeader;
import org.ferryipc.unix.frame.StackRoom;
import org.ferryipc.unix.frame.Traveller;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.waiting.Readiness;
import org.jspecify.annotations.Nullable;

/**
 * The one order of all that this process sends by an end: what goes by its lane and what goes by its socket. A superclass, as
 * {@link ExclusiveEnd} is.
 *
 * <p><b>The lock</b> ({@link BriefLock}) is held from the question what a frame follows until the kernel or the lane
 * has the message, and never while anything is waited for, copied into a file, or done with another channel: a message that
 * carries an end through itself, or two that carry two through each other, would lock each other out. So an end's lane is ended
 * when it gets ready to travel, which is before the lock of the channel that carries it is taken.
 *
 * <p><b>An end that ends.</b> Who sends holds no handle, so the last reference may be released, or begin to travel, at any instant
 * of a send. Whoever does that says so first (the number takes no new uses, or {@link #travelsAlone}), then ends the lane under the
 * lock, and only then says goodbye, or gives the number away. So a send that has the lock finds the lane, and then all that is still
 * to come: its memory stays mapped and the number open, by which it may have to ring. Or it finds none, and a frame is refused, or
 * is in front of the goodbye; its number stays open because the send has counted its use.
 *
 * <p><b>A sole reference that travels</b> may be in use elsewhere as soon as its message is sent, and there with a lane of its
 * own. So calls that are still running on it here send nothing from {@link #beginTravel} on, but for the message that carries
 * it: they find no room, and then what has become of the handle.
 */
abstract class LanedEnd extends ExclusiveEnd {
  // Most channels carry no more than a few messages, and should not even need memory for what counts them.
  private static final int NOT_COUNTED = 8;

  private LanePolicy policy = LanePolicy.NEVER; // racy on purpose: the last word of several references counts, some time
  private boolean looksForRoom; // likewise
  private byte before; // messages that a lane would have taken, before they were counted; under the lock
  private @Nullable SendersLane lanes; // made once, under the lock; looked at without it, since it only says whether to lock

  /** {@return the number under the end} */
  abstract Readiness guarded();

  /** Says whether to have lanes, and whether to look for room in a full one for a while. */
  final void prefer(LanePolicy wish, WaitStrategy strategy) {
    policy = wish;
    looksForRoom = strategy == WaitStrategy.ADAPTIVE;
  }

  /** {@return whether a message of this length may go by a lane}; a hint, without the lock */
  final boolean mayGoByLane(long length) {
    SendersLane present = lanes;
    return present != null && length <= present.longest();
  }

  /** {@return whether the message went by the lane} */
  final boolean put(MemorySegment bytes, long offset, long length) throws DisconnectedException {
    lock();
    try {
      SendersLane present = lanes;
      return present != null && present.put(bytes, offset, length, looksForRoom);
    } finally {
      unlock();
    }
  }

  /** As the other. */
  final boolean put(Outgoing message) throws DisconnectedException {
    lock();
    try {
      SendersLane present = lanes;
      return present != null && present.put(message.bytes(), message.offset(), message.length(), looksForRoom);
    } finally {
      unlock();
    }
  }

  /** Sends a message without handles in a packet. {@return what the system call returned} */
  final long sendPlain(int socket, Outgoing message) {
    lock();
    try {
      return isOver() ? -Errno.EAGAIN : owesBell() ? -Errno.ENOBUFS : sendNext(socket, message);
    } finally {
      unlock();
    }
  }

  private long sendNext(int socket, Outgoing message) {
    SendersLane beside = lanesFor(socket, message.length(), message.parts().isEmpty());
    if (beside == null) {
      return PlainFrame.send(socket, message, 0, 0);
    }
    boolean done = false;
    try {
      long result = beside.sent(PlainFrame.send(socket, message, beside.flags(), beside.position()));
      done = true;
      return result;
    } finally {
      if (!done) {
        beside.end();
      }
    }
  }

  /** As the other, for a part of {@code bytes}. */
  final long sendPlain(int socket, MemorySegment bytes, long offset, long length) {
    lock();
    try {
      return isOver() ? -Errno.EAGAIN : owesBell() ? -Errno.ENOBUFS : sendNext(socket, bytes, offset, length);
    } finally {
      unlock();
    }
  }

  private long sendNext(int socket, MemorySegment bytes, long offset, long length) {
    SendersLane beside = lanesFor(socket, length, true);
    if (beside == null) {
      return PlainFrame.send(socket, bytes, offset, length, 0, 0);
    }
    boolean done = false;
    try {
      long result = beside.sent(PlainFrame.send(socket, bytes, offset, length, beside.flags(), beside.position()));
      done = true;
      return result;
    } finally {
      if (!done) {
        beside.end();
      }
    }
  }

  /** Sends a message that is made but for its header. {@return what the system call returned} */
  final long send(
      int socket, MessageBlock block, int flags, int descriptors, long length, List<Traveller> travellers) {
    lock();
    try {
      if (isOver() && !travellers.contains((Object) this)) {
        return -Errno.EAGAIN;
      } else if (owesBell()) {
        return -Errno.ENOBUFS;
      }
      SendersLane beside = lanesFor(socket, length, travellers.isEmpty());
      int stamp = beside == null ? 0 : beside.flags();
      int position = beside == null ? 0 : beside.position();
      FrameHeader.write(block.header(), 0, FrameHeader.DATA, flags | stamp, descriptors, length, position);
      StackRoom.require(); // what follows the commit point must not fail
      long result = block.send(socket);
      return beside == null ? result : beside.sent(result);
    } finally {
      unlock();
    }
  }

  // {@return what to stamp the frame by, if anything} May offer a lane, in front of the frame, which is of use only for messages
  // of a kind that a lane takes.
  private @Nullable SendersLane lanesFor(int socket, long length, boolean kindTaken) {
    SendersLane present = lanes;
    if (present == null) {
      if (!kindTaken || !mayOffer() || !isTimeToCount()) {
        return null;
      }
      present = new SendersLane(this);
      lanes = present;
    }
    if (kindTaken && mayOffer()) {
      present.consider(socket, length, policy);
    }
    if (present.isOpen()) {
      StackRoom.require(); // behind the call the frame must be counted
      return present;
    }
    return null;
  }

  private boolean isTimeToCount() {
    return switch (policy) {
      case ALWAYS -> true;
      case AUTO -> before == NOT_COUNTED || ++before > NOT_COUNTED;
      case NEVER -> false;
    };
  }

  // Under the lock. The end says so before its lane is ended under the lock, and before a goodbye: nothing goes out behind those.
  private boolean isOver() {
    return travelsAlone() || guarded().isClosed();
  }

  // For want of memory, without which the frame would not go either.
  private boolean owesBell() {
    SendersLane present = lanes;
    return present != null && !present.paysDebt();
  }

  private boolean mayOffer() {
    return isExclusive() && !travelsAlone();
  }

  /**
   * Ends the lane, in front of whatever happens to the end. The end says already that it is under way, or over.
   *
   * @throws ResourceExhaustedException if the receiver sleeps, and cannot be told now that there is something in it
   */
  final void endLaneToTravel() throws ResourceExhaustedException {
    if (!hasNone()) {
      lock();
      try {
        SendersLane present = lanes;
        if (present != null) {
          present.payDebt();
          present.end();
        }
      } finally {
        unlock();
      }
    }
  }

  /**
   * As the other, where nobody goes on sending by the lane's channel, or everybody who does is here.
   *
   * @return whether a frame may follow: the receiver was told of all that is in the lane
   */
  final boolean endLane() {
    if (hasNone()) {
      return true;
    }
    lock();
    try {
      SendersLane present = lanes;
      if (present == null) {
        return true;
      }
      boolean told = present.paysDebt();
      present.end();
      return told;
    } finally {
      unlock();
    }
  }

  // The order of the two looks matters; see above.
  private boolean hasNone() {
    return !guarded().isInUse() && lanes == null;
  }

  /** {@return what {@link #endLaneUnlessUsed} compares} */
  final int used() {
    lock();
    try {
      SendersLane present = lanes;
      return present == null ? 0 : present.used();
    } finally {
      unlock();
    }
  }

  /** Ends the lane if nothing was sent by it since {@link #used} said {@code then}. */
  final void endLaneUnlessUsed(int then) {
    lock();
    try {
      SendersLane present = lanes;
      if (present != null && present.used() == then) {
        present.giveBack();
      }
    } finally {
      unlock();
    }
  }

  /** {@return whether a lane is open}; a hint */
  final boolean hasLane() {
    SendersLane present = lanes;
    return present != null && present.longest() >= 0;
  }
}
