package org.ferryipc.unix.waiting;

import java.io.IOException;
import java.nio.channels.Selector;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.core.transport.ArrivalPoller;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.unix.descriptor.GuardedNumber;
import org.ferryipc.unix.descriptor.KernelFailures;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.Epoll;
import org.ferryipc.unix.kernel.EpollEvents;
import org.ferryipc.unix.kernel.EventFd;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Poll;
import org.ferryipc.unix.kernel.Slots;

/**
 * Watches sockets by an epoll descriptor of its own, in which an eventfd, the bell, ends waits. Both belong to the poller.
 *
 * <p><b>No lost wake-up.</b> The bell is edge triggered: each signal is reported once, and never has to be read. {@code
 * rung} is up from the signal until its report was fetched; a wake-up meanwhile sends no second signal, because whoever
 * fetches the report looks at everything after it took {@code rung} down, so also at what was written before that wake-up.
 *
 * <p><b>No reused number.</b> Each use of a number is counted by {@link GuardedNumber}. A wait counts the bell before the
 * epoll descriptor, and {@link #close} closes them the other way round: a wait that got both keeps both until it is over,
 * and finds the bell rung. (The kernel takes a closed eventfd off the list, with what it had to report.) A watched number
 * cannot be closed while it is put on the list, and is taken off before its owner lets go of it: epoll watches the open
 * file, which may live on in another process, and would report it for ever.
 *
 * <p>A virtual thread never waits in the kernel: the epoll descriptor is itself something that can be watched, and the
 * process's {@link Poller} does that for it.
 */
public final class EpollPoller implements ArrivalPoller {
  // No token of a set: those have a place, which is not negative, in their lower half.
  private static final long BELL = -1;
  private static final int EVENTS = Epoll.IN | Epoll.PEER_SHUT_DOWN;
  private static final int MOST_EVENTS = 256;
  // Native memory of 3 KiB each, of which a wait needs one: a set that is made and closed should not cost any.
  private static final int IDLE_KEPT = 8;
  private static final Slots<EpollEvents> IDLE_EVENTS = new Slots<>(IDLE_KEPT);

  private final Readiness epoll;
  private final GuardedNumber bell;
  private final Interrupts interrupts = new Interrupts();
  private final AtomicBoolean rung = new AtomicBoolean();

  private EpollPoller(int epoll, int bell) {
    this.epoll = new Readiness(epoll);
    this.bell = new GuardedNumber(bell);
  }

  /**
   * {@return a new poller}
   *
   * @throws IpcException if the system refuses; nothing is left behind
   */
  public static EpollPoller open() throws IpcException {
    int epoll = -1;
    int bell = -1;
    boolean open = false;
    try {
      epoll = Epoll.create();
      bell = EventFd.create();
      Epoll.add(epoll, bell, Epoll.IN | Epoll.EDGE, BELL);
      EpollPoller poller = new EpollPoller(epoll, bell);
      open = true;
      return poller;
    } catch (KernelException e) {
      throw KernelFailures.typed("opening a poller", e);
    } finally {
      if (!open) {
        discard(epoll);
        discard(bell);
      }
    }
  }

  private static void discard(int number) {
    if (number >= 0) {
      boolean unused = Descriptors.discard(number);
    }
  }

  @Override
  public void watch(ReceivePort port, long token) throws IpcException {
    control(port, (list, number) -> Epoll.add(list, number, EVENTS, token), "watching a receiver");
  }

  @Override
  public void watchOnce(ReceivePort port, long token) throws IpcException {
    control(port, (list, number) -> Epoll.add(list, number, EVENTS | Epoll.ONE_SHOT, token), "watching a receiver");
  }

  @Override
  public void rearm(ReceivePort port, long token) throws IpcException {
    control(
        port, (list, number) -> Epoll.modify(list, number, EVENTS | Epoll.ONE_SHOT, token), "watching a receiver again");
  }

  /** A change of the interest list. */
  @FunctionalInterface
  private interface Change {
    void of(int list, int number) throws KernelException;
  }

  private void control(ReceivePort port, Change change, String doing) throws IpcException {
    GuardedNumber watched = ((Pollable) port).watched();
    int number = watched.acquire();
    if (number < 0) {
      throw new HandleClosedException(port.toString());
    }
    try {
      int list = epoll.acquire();
      if (list < 0) {
        throw new HandleClosedException("this poller");
      }
      try {
        change.of(list, number);
      } catch (KernelException e) {
        throw KernelFailures.typed(doing, e);
      } finally {
        epoll.release();
      }
    } finally {
      watched.release();
    }
  }

  @Override
  public void forget(ReceivePort port) throws IpcException {
    GuardedNumber watched = ((Pollable) port).watched();
    int number = watched.acquire();
    if (number < 0) {
      return;
    }
    try {
      int list = epoll.acquire();
      if (list < 0) {
        return; // the list is gone with all that was on it, or will be when the running wait ends
      }
      try {
        Epoll.remove(list, number);
      } catch (KernelException e) {
        throw KernelFailures.typed("ending to watch a receiver", e);
      } finally {
        epoll.release();
      }
    } finally {
      watched.release();
    }
  }

  @Override
  public int await(long[] tokens, int at, Deadline deadline) throws IpcException, InterruptedException {
    if (bell.acquire() < 0) {
      return 0;
    }
    try {
      int list = epoll.acquire();
      if (list < 0) {
        return 0;
      }
      EpollEvents events = borrowEvents();
      try {
        return copy(events, fetch(events, list, tokens.length - at, deadline), tokens, at);
      } catch (KernelException e) {
        throw KernelFailures.typed("waiting for receivers", e);
      } finally {
        IDLE_EVENTS.give(events);
        epoll.release();
      }
    } finally {
      bell.release();
    }
  }

  private static EpollEvents borrowEvents() {
    EpollEvents idle = IDLE_EVENTS.take();
    return idle != null ? idle : new EpollEvents(MOST_EVENTS);
  }

  private int fetch(EpollEvents events, int list, int most, Deadline deadline)
      throws KernelException, IpcException, InterruptedException {
    if (deadline == Deadline.AT_ONCE) {
      return events.await(list, 0, most);
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (Thread.currentThread().isVirtual()) {
      int count = events.await(list, 0, most);
      if (count == 0) {
        epoll.await(Poll.IN, deadline, Long.MAX_VALUE, epoll::isClosed);
        count = events.await(list, 0, most);
      }
      return count;
    }
    long nanos = deadline.remainingNanos();
    int count = interrupts.await(events, list, nanos == Long.MAX_VALUE ? -1 : nanos, most);
    if (Thread.interrupted()) {
      takeBell(events, count); // which is reported once; all else is reported again, since it is still there
      throw new InterruptedException();
    }
    return count;
  }

  private int copy(EpollEvents events, int count, long[] tokens, int at) {
    int end = at;
    for (int i = 0; i < count; i++) {
      long token = events.data(i);
      if (token == BELL) {
        rung.set(false);
      } else {
        tokens[end++] = token;
      }
    }
    return end - at;
  }

  private void takeBell(EpollEvents events, int count) {
    for (int i = 0; i < count; i++) {
      if (events.data(i) == BELL) {
        rung.set(false);
      }
    }
  }

  @Override
  public void wakeup() {
    if (!rung.getAndSet(true)) {
      Waker.signal(bell);
    }
  }

  // Reports of sockets come from the kernel, which cannot call.
  @Override
  public void alarm(Runnable other) {
    throw new UnsupportedOperationException("sleep in this poller");
  }

  @Override
  public int descriptors() {
    return 2; // the epoll descriptor and the bell
  }

  @Override
  public void close() {
    closeQuietly(epoll);
    if (epoll.isInUse()) {
      wakeup(); // a wait runs, or is about to begin with the number that it got
    }
    closeQuietly(bell);
  }

  private static void closeQuietly(GuardedNumber number) {
    try {
      number.close();
    } catch (IOException e) {
      CloseFailures.report("a descriptor of a poller", e);
    }
  }

  /** Ends the wait of a platform thread that is interrupted. */
  private final class Interrupts extends WakeOnInterrupt {
    int await(EpollEvents events, int list, long nanos, int most) throws KernelException {
      begin();
      try {
        return events.await(list, nanos, most);
      } finally {
        end();
      }
    }

    @Override
    public Selector wakeup() {
      EpollPoller.this.wakeup();
      return this;
    }
  }
}
