package org.ferryipc.unix.waiting;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.ferryipc.core.transport.KeptDescriptors;
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
  private static final System.Logger LOG = System.getLogger("org.ferryipc");
  private static final int BATCH = 256;

  private final int epoll;
  private final ConcurrentHashMap<Integer, List<ParkedThread>> waiters = new ConcurrentHashMap<>();

  private Poller(int epoll) {
    this.epoll = epoll;
  }

  private static final Object STARTING = new Object();
  private static volatile @Nullable Poller started;

  /** {@return the poller, started on first use, or null if the system has no descriptor left for it} */
  static @Nullable Poller shared() {
    Poller running = started;
    return running != null ? running : start();
  }

  private static @Nullable Poller start() {
    synchronized (STARTING) {
      if (started == null) {
        try {
          Poller poller = new Poller(Epoll.create());
          KeptDescriptors.add(1);
          Thread thread = new Thread(poller::run, "ferry-poller");
          thread.setDaemon(true);
          thread.start();
          started = poller;
        } catch (KernelException none) {
          return null;
        }
      }
      return started;
    }
  }

  /** Puts a waiter on the list of {@code number}. {@return false if the kernel refuses to watch it} */
  boolean watch(int number, ParkedThread waiter) {
    boolean[] watched = {true};
    waiters.compute(
        number,
        (key, present) -> {
          List<ParkedThread> list = present == null ? new ArrayList<>(1) : present;
          list.add(waiter);
          try {
            arm(number, list, present == null);
            return list;
          } catch (KernelException refused) {
            watched[0] = false;
            list.remove(waiter);
            return present;
          }
        });
    return watched[0];
  }

  /** Takes a waiter off the list, and the number out of the epoll set with the last one. */
  void forget(int number, ParkedThread waiter) {
    waiters.computeIfPresent(
        number,
        (key, list) -> {
          list.remove(waiter);
          if (!list.isEmpty()) {
            return list;
          }
          try {
            Epoll.remove(epoll, number);
          } catch (KernelException e) {
            LOG.log(System.Logger.Level.WARNING, "the poller could not forget a descriptor", e);
          }
          return null;
        });
  }

  private void arm(int number, List<ParkedThread> list, boolean fresh) throws KernelException {
    int interest = Epoll.ONE_SHOT;
    for (ParkedThread waiter : list) {
      if (!waiter.isWoken()) {
        interest |= waiter.events; // poll(2) and epoll(7) use the same bits for in and out
      }
    }
    if (fresh) {
      Epoll.add(epoll, number, interest, number);
    } else {
      Epoll.modify(epoll, number, interest, number);
    }
  }

  private void run() {
    EpollEvents events = new EpollEvents(BATCH);
    while (true) {
      try {
        int count = events.await(epoll, -1);
        for (int i = 0; i < count; i++) {
          fire((int) events.data(i), events.events(i));
        }
      } catch (KernelException | RuntimeException e) {
        // Nothing that a peer or a user does leads here; the thread goes on, or every virtual thread would hang.
        LOG.log(System.Logger.Level.ERROR, "the poller failed", e);
      }
    }
  }

  private void fire(int number, int happened) {
    waiters.computeIfPresent(
        number,
        (key, list) -> {
          boolean over = (happened & (Epoll.ERROR | Epoll.HANG_UP)) != 0;
          boolean others = false;
          for (ParkedThread waiter : list) {
            if (over || (happened & waiter.events) != 0) {
              waiter.wake();
            } else {
              others |= !waiter.isWoken();
            }
          }
          if (others) {
            try {
              arm(number, list, false);
            } catch (KernelException e) {
              for (ParkedThread waiter : list) {
                waiter.wake(); // they look for themselves
              }
            }
          }
          return list;
        });
  }
}
