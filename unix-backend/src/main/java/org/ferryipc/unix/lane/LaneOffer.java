package org.ferryipc.unix.lane;

import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.KernelException;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a lane that the receiver does not know of yet.
 *
 * <p>Either the OPEN frame is sent and the offer {@linkplain #sent becomes} a lane, or it is {@linkplain #drop dropped}; the
 * descriptor is closed both times.
 */
public final class LaneOffer {
  private final LaneMemory memory;
  private final int descriptor;

  private LaneOffer(LaneMemory memory, int descriptor) {
    this.memory = memory;
    this.descriptor = descriptor;
  }

  /** {@return an offer, or null if this process cannot afford it now} */
  static @Nullable LaneOffer make(int ringBytes, LaneBudget budget) {
    if (!LaneFiles.isRing(ringBytes)) {
      throw new IllegalArgumentException("a ring of " + ringBytes + " bytes");
    }
    if (!budget.hasRoom(LaneFiles.bytes(ringBytes))) {
      return null; // before a file is made in vain, and again and again
    }
    int made = -1;
    @Nullable LaneMemory memory = null;
    try {
      made = LaneFiles.create(ringBytes);
      memory = LaneFiles.map(made, ringBytes, budget);
      return memory == null ? null : new LaneOffer(memory, made);
    } catch (KernelException notAfforded) {
      return null;
    } finally {
      if (memory == null && made >= 0) {
        boolean unused = Descriptors.discard(made);
      }
    }
  }

  /** {@return the only descriptor of the OPEN frame}; it stays this object's */
  public int descriptor() {
    return descriptor;
  }

  /** {@return the ring's size in bytes, the OPEN frame's payload} */
  public int ringBytes() {
    return memory.capacity;
  }

  /** Closes the descriptor after the OPEN frame was sent. {@return the lane, in force now} Cannot fail. */
  public SendingLane sent() {
    boolean unused = Descriptors.discard(descriptor);
    return new SendingLane(memory);
  }

  /** Gives everything back: the frame was not sent. */
  public void drop() {
    boolean unused = Descriptors.discard(descriptor);
    memory.unmap();
  }
}
