package org.ferryipc.unix.socket;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.ferryipc.core.WaitStrategy;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.Waiting;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Poll;
import org.ferryipc.unix.waiting.AdaptiveSpin;
import org.ferryipc.unix.waiting.Readiness;
import org.jspecify.annotations.Nullable;

/**
 * How a receiving end waits: for its socket, and for its lane by means of the bell in its socket. Under the turn.
 *
 * <p><b>No lost wake-up.</b> Who looks before the sleep is on no list and is woken by nobody; it then sleeps like one that never
 * looked, and asks {@link Waiting#isOver} when it can be woken. So a look delays what would wake it by its window at most.
 */
final class ArrivalWait {
  // A wake-up of a sleeping processor takes 20 to 50 µs on a virtual machine; who looks longer would better have slept.
  private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private final Readiness guarded;
  private boolean sleepsAtOnce; // racy on purpose: set before the first wait of who sets it
  private @Nullable AdaptiveSpin spin; // made by the first wait that may look

  ArrivalWait(Readiness guarded) {
    this.guarded = guarded;
  }

  void prefer(WaitStrategy strategy) {
    sleepsAtOnce = strategy == WaitStrategy.BLOCK;
  }

  /**
   * Waits until there may be something, as {@link org.ferryipc.core.transport.ReceivePort#awaitArrival}.
   *
   * @param beforeTry whether a try follows, which may do the waiting
   */
  void await(PacketReader reader, Deadline deadline, Waiting caller, boolean beforeTry)
      throws IpcException, InterruptedException {
    if (Thread.interrupted()) { // asked here too: who looks and always finds something never comes to sleep
      throw new InterruptedException();
    }
    long pause = reader.pauseNanos();
    if (pause > 0) {
      // Not even a wake-up counter, which a first wait takes, would find a number.
      LockSupport.parkNanos(Math.min(pause, deadline.remainingNanos()));
    } else if (!stirs(reader.lanes(), caller)) {
      sleep(reader, deadline, caller, beforeTry);
    }
  }

  private boolean stirs(ReceiversLane lanes, Waiting caller) {
    if (sleepsAtOnce) {
      return false;
    }
    return lanes.isThere() ? lanes.mayStir() && spin(lanes) : caller.isDueSoon() && spinAtSocket();
  }

  private void sleep(PacketReader reader, Deadline deadline, Waiting caller, boolean beforeTry)
      throws IpcException, InterruptedException {
    if (beforeTry && reader.sleep().begin(guarded.number(), deadline)) { // the port is not released under a call
      reader.waits();
    } else if (reader.lanes().isThere()) {
      sleepBesideLane(reader, deadline, caller);
    } else {
      int unused = guarded.await(Poll.IN, deadline, Long.MAX_VALUE, caller);
    }
  }

  // Where both sides answer at once neither of them sleeps, and so none has to be woken, which is most of a round trip.
  private boolean spinAtSocket() {
    int socket = guarded.acquire();
    if (socket < 0) {
      return false;
    }
    try {
      return spin(() -> isReadable(socket));
    } finally {
      guarded.release();
    }
  }

  // What goes wrong here goes wrong again, and is told, by the wait.
  private static boolean isReadable(int socket) {
    try {
      return Poll.events(Poll.await(socket, Poll.IN, Poll.NONE, 0)) != 0;
    } catch (KernelException again) {
      return false;
    }
  }

  private void sleepBesideLane(PacketReader reader, Deadline deadline, Waiting caller)
      throws IpcException, InterruptedException {
    ReceiversLane lanes = reader.lanes();
    if (!lanes.arm()) {
      return;
    }
    reader.waits();
    if (guarded.await(Poll.IN, deadline, Long.MAX_VALUE, caller) != 0) {
      lanes.polled();
    } else {
      boolean unused = glance(reader); // a virtual thread is not told what woke it
    }
  }

  private boolean spin(AdaptiveSpin.Watched watched) {
    AdaptiveSpin made = spin;
    if (made == null) {
      made = new AdaptiveSpin(LOOK_NANOS);
      spin = made;
    }
    return made.look(watched);
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
