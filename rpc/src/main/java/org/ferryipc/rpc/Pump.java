package org.ferryipc.rpc;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.ferryipc.core.ownership.FerryLog;
import org.ferryipc.core.transport.Deadline;
import org.jspecify.annotations.Nullable;

/**
 * Decides which thread receives on a connection: at any time one, the leader.
 *
 * <p><b>Who leads.</b> A caller that waits for its answer leads if nobody does, so a lone caller receives its own
 * answer and no thread is woken for it. When it leaves it passes the lead to another waiting caller, or to nobody. That
 * somebody receives even so is the watcher's task, a thread of the connection: it looks every {@link #NAP_NANOS}
 * whether the lead was free all the time, and then leads itself, in a receive without a limit. Once it has given a
 * waiting caller its answer it steps down, since that caller will probably call again.
 *
 * <p><b>No wake-up is lost.</b> Who parks has put itself into {@code parked} before it looks at {@code leader}; who
 * leaves has cleared {@code leader} before it looks into {@code parked}. So either the first sees that nobody leads or
 * the second sees whom to wake. The same holds for the watcher and {@code deep}: it sleeps without a limit only while
 * somebody leads.
 */
final class Pump {
  /** How long what arrives can lie there when callers have just stopped calling. */
  static final long NAP_NANOS = 1_000_000;

  // A lead that lasts so many naps is a long wait: the watcher sleeps until it ends, so an idle process does not tick.
  private static final int NAPS_UNTIL_DEEP = 3;

  // Of the watcher, which runs nothing and is never done.
  private static final Waiter NOTHING_TO_DO =
      new Waiter() {
        @Override
        boolean isDone() {
          return false;
        }
      };

  private final Source source;
  private final AtomicReference<@Nullable Thread> leader = new AtomicReference<>();
  private final ConcurrentLinkedQueue<Waiter> parked = new ConcurrentLinkedQueue<>();
  private final Thread watcher;

  // Written by leaders only, so never by two threads at once.
  private volatile long leads;
  private volatile boolean deep;
  private volatile boolean wanted = true;

  /** Where frames come from. */
  interface Source {
    /**
     * Receives one frame and deals with it, or waits until there may be one.
     *
     * @param leader what the calling thread waits for: no wait goes on, or begins, when it is ready
     * @return whether a thread that waited elsewhere got what it waited for
     * @throws InterruptedException if the thread is interrupted while it waits; nothing was taken
     */
    boolean receiveOne(Waiter leader, Deadline deadline) throws InterruptedException;

    /** Wakes the thread that waits in {@link #receiveOne}, so that it looks at what it waits for. */
    void wakeReceiver();

    /** {@return whether nothing will come any more} */
    boolean isOver();
  }

  Pump(Source source, String name) {
    this.source = source;
    this.watcher = Thread.ofPlatform().daemon().name(name).unstarted(this::watch);
  }

  void start() {
    watcher.start();
  }

  /** Wakes the watcher, so that it sees that all is over. */
  void stop() {
    LockSupport.unpark(watcher);
  }

  /**
   * Waits until {@code waiter} is done, running what it is given meanwhile; what it is given does not extend the
   * deadline, however much it is.
   *
   * @return false if the deadline passed first
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  boolean await(Waiter waiter, Deadline deadline) throws InterruptedException {
    waiter.begin(Thread.currentThread(), this);
    boolean first = true; // then the clock, which takes as long as much of a call, is asked behind the wait
    while (!waiter.isDone()) {
      if (!first && deadline.passed()) {
        return false;
      }
      first = false;
      Runnable task = waiter.poll();
      if (task != null) {
        run(task);
      } else if (!leadUntilReady(waiter, deadline)) {
        park(waiter, deadline);
      }
    }
    return true;
  }

  // A thread may lead already: an executor of the program's may run a call on the thread that has received it.
  private boolean leadUntilReady(Waiter waiter, Deadline deadline) throws InterruptedException {
    boolean leadsAlready = leader.get() == Thread.currentThread();
    if (!leadsAlready && !lead()) {
      return false;
    }
    try {
      while (!waiter.isReady() && !source.isOver()) {
        boolean unused = source.receiveOne(waiter, deadline);
        if (!waiter.isReady() && deadline.passed()) {
          break;
        }
      }
    } finally {
      if (!leadsAlready) {
        passOn();
      }
    }
    return true;
  }

  // What a call throws is its answer. Whatever comes out even so is a fault of ours, and must not end a thread that
  // others count on.
  private static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error fault) {
      FerryLog.log(System.Logger.Level.ERROR, "a fault of its own in " + task, fault);
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // only by the one that leads
  private boolean lead() {
    if (leader.get() == null && leader.compareAndSet(null, Thread.currentThread())) {
      leads++;
      return true;
    }
    return false;
  }

  private void passOn() {
    leader.set(null);
    wakeNext();
    if (deep) {
      deep = false;
      LockSupport.unpark(watcher);
    }
  }

  private void wakeNext() {
    Waiter next = parked.peek();
    if (next != null) {
      next.wake();
    }
  }

  private void park(Waiter waiter, Deadline deadline) throws InterruptedException {
    parked.add(waiter);
    try {
      if (!waiter.isReady() && leader.get() != null) {
        if (deadline.bounded()) {
          LockSupport.parkNanos(this, deadline.remainingNanos());
        } else {
          LockSupport.park(this);
        }
      }
    } finally {
      parked.remove(waiter);
    }
    if (Thread.interrupted()) {
      wakeNextIfFree();
      throw new InterruptedException();
    }
    if (waiter.isDone()) {
      wakeNextIfFree(); // it may have been woken to lead, and will not
    }
  }

  /** Wakes a thread, if it is the one that receives. */
  void wakeIfLeading(Thread thread) {
    if (leader.get() == thread) {
      source.wakeReceiver();
    }
  }

  private void wakeNextIfFree() {
    if (leader.get() == null) {
      wakeNext();
    }
  }

  /** Runs what {@code worker} is given, until it is done; leads meanwhile, if nobody does. */
  void work(Waiter worker) {
    worker.begin(Thread.currentThread(), this);
    while (!worker.isDone()) {
      Runnable task = worker.poll();
      if (task != null) {
        run(task);
      } else if (!leadUntilAnswered(worker) && !worker.isReady()) {
        LockSupport.park(this);
      }
      boolean unused = Thread.interrupted(); // by whom the program let interrupt it; it ends when the connection does
    }
  }

  /**
   * {@return whether the thread led and may go on to}: not if another leads, one that waits elsewhere was answered, or all is
   * over
   */
  private boolean leadUntilAnswered(Waiter worker) {
    if (source.isOver() || !lead()) {
      return false;
    }
    boolean answered = false;
    try {
      while (!answered && !worker.isReady() && !source.isOver()) {
        answered = source.receiveOne(worker, Deadline.NEVER);
      }
    } catch (InterruptedException notOurs) {
      // As in work.
    } finally {
      passOn();
    }
    return !answered;
  }

  /** Sees to it that somebody receives, for one who does not wait in {@link #await}. */
  void someoneShouldReceive() {
    if (leader.get() == null) {
      wanted = true;
      LockSupport.unpark(watcher);
    }
  }

  private void watch() {
    long seen = leads;
    int unchanged = 0;
    while (!source.isOver()) {
      boolean freeAllTheTime = leader.get() == null && (leads == seen || wanted);
      wanted = false;
      if (freeAllTheTime && leadUntilAnswered(NOTHING_TO_DO)) {
        continue;
      }
      unchanged = leader.get() != null && leads == seen ? unchanged + 1 : 0;
      seen = leads;
      if (unchanged >= NAPS_UNTIL_DEEP) {
        sleepDeeply();
        unchanged = 0;
      } else if (!source.isOver()) {
        LockSupport.parkNanos(this, NAP_NANOS);
        boolean unused = Thread.interrupted(); // by whom the program let interrupt it; it ends when the connection does
      }
    }
  }

  private void sleepDeeply() {
    deep = true;
    while (deep && leader.get() != null && !source.isOver()) {
      LockSupport.park(this);
      if (Thread.interrupted()) {
        break;
      }
    }
    deep = false;
  }
}
