package org.ferryipc.unix.socket;

import java.util.concurrent.TimeUnit;
import org.ferryipc.core.WaitStrategy;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.Waiting;
import org.ferryipc.unix.kernel.Poll;
import org.ferryipc.unix.waiting.AdaptiveSpin;
import org.ferryipc.unix.waiting.Readiness;
import org.jspecify.annotations.Nullable;

/** How a receiving end waits: for its socket, and for its lane by means of the bell in its socket. Under the turn. */
final class ArrivalWait {
  // A wake-up of a sleeping processor takes 20 to 50 µs on a virtual machine; who looks longer would better have slept.
  private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private final Readiness guarded;
  private boolean sleepsAtOnce; // racy on purpose: set before the first wait of who sets it
  private @Nullable AdaptiveSpin spin; // made by the first wait beside a lane

  ArrivalWait(Readiness guarded) {
    this.guarded = guarded;
  }

  void prefer(WaitStrategy strategy) {
    sleepsAtOnce = strategy == WaitStrategy.BLOCK;
  }

  /** Waits until there may be something, as {@link org.ferryipc.core.transport.ReceivePort#awaitArrival}. */
  void await(PacketReader reader, Deadline deadline, Waiting caller) throws IpcException, InterruptedException {
    if (reader.isWithoutNumber()) {
      // Not even a wake-up counter, which a first wait takes, would find a number.
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    } else if (reader.lanes().isThere()) {
      awaitBesideLane(reader, deadline, caller);
    } else {
      int unused = guarded.await(Poll.IN, deadline, Long.MAX_VALUE, caller);
    }
  }

  private void awaitBesideLane(PacketReader reader, Deadline deadline, Waiting caller)
      throws IpcException, InterruptedException {
    ReceiversLane lanes = reader.lanes();
    if (!sleepsAtOnce && lanes.mayStir() && spin(lanes) || !lanes.arm()) {
      return;
    }
    reader.waits();
    if (guarded.await(Poll.IN, deadline, Long.MAX_VALUE, caller) != 0) {
      lanes.polled();
    } else {
      boolean unused = glance(reader); // a virtual thread is not told what woke it
    }
  }

  private boolean spin(ReceiversLane lanes) {
    AdaptiveSpin made = spin;
    if (made == null) {
      made = new AdaptiveSpin(LOOK_NANOS);
      spin = made;
    }
    return made.look(lanes);
  }

  /** Looks into the socket once for what the lane does not tell of. {@return whether there is something} */
  boolean glance(PacketReader reader) throws IpcException {
    if (!reader.lanes().isThere()) {
      return false;
    }
    int socket = guarded.acquire();
    if (socket < 0) {
      return false;
    }
    try {
      return reader.glance(socket);
    } finally {
      guarded.release();
    }
  }
}
