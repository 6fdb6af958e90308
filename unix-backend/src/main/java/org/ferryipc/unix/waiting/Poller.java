package org.ferryipc.unix.waiting;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.ferryipc.core.ownership.FerryLog;
import org.ferryipc.core.transport.KeptDescriptors;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.Epoll;
import org.ferryipc.unix.kernel.EpollEvents;
import org.ferryipc.unix.kernel.KernelException;
import org.jspecify.annotations.Nullable;

/**
 * The one thread of the process that waits in the kernel for all virtual threads, which must not: a native call would pin
 * their carrier.
 *
 * <p>Entries are keyed by number. A number cannot change its meaning while it has waiters, since each of them holds it, and
 * the last one takes it out of the epoll set before letting go (epoll watches the open file, which may live on elsewhere).
 * An event that was fetched before that and is handled after finds no entry, or wakes a new waiter for no reason, which
 * every waiter must bear.
 *
 * <p>All changes of an entry and of its interest in the kernel are made inside {@link ConcurrentHashMap#compute}, so they
 * are atomic for that number. Interest is one-shot: the kernel reports once and is armed again for those who still wait.
 */
final class Poller {
  private static final int BATCH = 256;

  private static final long HANG_UPS = -1; // no number

  private final int epoll;
  private final int hangUps; // an epoll descriptor too, in the other: there a number may be watched for its waiters as well
  private final ConcurrentHashMap<Integer, WatchedNumber> waiters = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Long, Runnable> bereaved = new ConcurrentHashMap<>();
  private final AtomicLong lastId = new AtomicLong();

  private Poller() throws KernelException {
    epoll = Epoll.create();
    int made = -1;
    boolean done = false;
    try {
      made = Epoll.create();
      Epoll.add(epoll, made, Epoll.IN, HANG_UPS);
      done = true;
    } finally {
      if (!done) {
        discard(epoll);
        discard(made);
      }
    }
    hangUps = made;
  }

  private static void discard(int number) {
    if (number >= 0) {
      boolean unused = Descriptors.discard(number);
    }
  }

  private static final Object STARTING = new Object();
  private static volatile @Nullable Poller started;

  /** {@return the poller, started on first use, or null if the system has no descriptor or thread left for it} */
  static @Nullable Poller shared() {
    Poller running = started;
    return running != null ? running : start();
  }

  private static @Nullable Poller start() {
    synchronized (STARTING) {
      if (started == null) {
        try {
          Poller poller = new Poller();
          Thread thread = new Thread(poller::run, "ferry-poller");
          thread.setDaemon(true);
          boolean runs = false;
          try {
            thread.start();
            runs = true;
          } finally {
            if (!runs) {
              discard(poller.epoll);
              discard(poller.hangUps);
            }
          }
          KeptDescriptors.add(2);
          started = poller;
        } catch (KernelException | OutOfMemoryError none) { // the latter: no thread can be started
          return null;
        }
      }
      return started;
    }
  }

  /** Puts a waiter on the list of {@code number}. {@return false if the kernel refuses to watch it} */
  boolean watch(int number, ParkedThread waiter) {
    boolean[] watched = {true};
    WatchedNumber unused =
        waiters.compute(
            number,
            (key, present) -> {
              WatchedNumber entry = present == null ? new WatchedNumber(epoll, number) : present;
              try {
                entry.add(waiter);
                return entry;
              } catch (KernelException refused) {
                watched[0] = false;
                return present;
              }
            });
    return watched[0];
  }

  /** Takes a waiter off the list, and the number out of the epoll set with the last one. */
  void forget(int number, ParkedThread waiter) {
    WatchedNumber unused =
        waiters.computeIfPresent(
            number,
            (key, entry) -> {
              try {
                return entry.remove(waiter) ? null : entry;
              } catch (KernelException e) {
                FerryLog.log(System.Logger.Level.WARNING, "the poller could not forget a descriptor", e);
                return null;
              }
            });
  }

  /**
   * Has {@code gone} called once when the other end of a socket is closed by all who had it. The kernel's word is fetched by
   * this thread, so {@code gone} must be quick.
   *
   * @return an id for {@link #forgetHangUp}
   * @throws KernelException if the kernel refuses to watch it
   */
  long watchHangUp(int number, Runnable gone) throws KernelException {
    long id = lastId.incrementAndGet();
    bereaved.put(id, gone);
    boolean watched = false;
    try {
      Epoll.add(hangUps, number, Epoll.EDGE, id);
      watched = true;
      return id;
    } finally {
      if (!watched) {
        bereaved.remove(id);
      }
    }
  }

  /** Ends {@link #watchHangUp}, while the number is still open. */
  void forgetHangUp(int number, long id) {
    bereaved.remove(id);
    try {
      Epoll.remove(hangUps, number);
    } catch (KernelException e) {
      FerryLog.log(System.Logger.Level.WARNING, "the poller could not forget a descriptor", e);
    }
  }

  private void fireHangUps(EpollEvents events) throws KernelException {
    int count = events.await(hangUps, 0);
    for (int i = 0; i < count; i++) {
      Runnable gone = bereaved.remove(events.data(i));
      if (gone != null) {
        gone.run();
      }
    }
  }

  // Nothing that a peer or a user does leads to a failure here; after one the thread goes on, with the next event of the
  // batch too, or virtual threads would hang.
  private void run() {
    EpollEvents events = new EpollEvents(BATCH);
    EpollEvents ofHangUps = new EpollEvents(BATCH);
    while (true) {
      try {
        int count = events.await(epoll, -1);
        for (int i = 0; i < count; i++) {
          try {
            if (events.data(i) == HANG_UPS) {
              fireHangUps(ofHangUps);
            } else {
              fire((int) events.data(i), events.events(i));
            }
          } catch (RuntimeException | Error e) {
            FerryLog.log(System.Logger.Level.ERROR, "the poller failed to wake a thread", e);
          }
        }
      } catch (KernelException | RuntimeException | Error e) {
        FerryLog.log(System.Logger.Level.ERROR, "the poller failed", e);
      }
    }
  }

  private void fire(int number, int happened) {
    WatchedNumber unused =
        waiters.computeIfPresent(
            number,
            (key, entry) -> {
              entry.fire(happened);
              return entry;
            });
  }
}
