package org.ferryipc.receiverset.lookout;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.ownership.FerryLog;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.ReceivePort;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread that waits for many ports and tells the owner of each, once per wish, that it may have something.
 *
 * <p>It reads no message and runs no code of users, so nothing that one of them does keeps the others from being told. The
 * thread starts with the first wish. What a wish costs does not depend on how many others there are.
 *
 * <p><b>No lost wish.</b> A watch is in the table before its port is watched, so a report finds it. One whose port may
 * have what no poller reports is put on a list first, and the thread woken second; it looks at the list before each wait.
 */
public final class Lookout implements AutoCloseable {
  private static final int MOST_REPORTS = 256;
  // Between two attempts when the system or the memory of this process refuses: long enough to cost no processor.
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static volatile @Nullable Lookout shared; // written under the class's lock, once

  final Pollers pollers;
  private final String name;
  private final AtomicLong lastToken = new AtomicLong();
  private final ConcurrentHashMap<Long, Watch> wishes = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Watch> hurried = new ConcurrentLinkedQueue<>();
  private final ReentrantLock starting = new ReentrantLock();
  private volatile @Nullable Thread thread; // written under starting, once
  private volatile boolean closed;

  /**
   * Makes one whose thread has not started.
   *
   * @param name of the thread
   * @throws IpcException if the system refuses
   */
  public Lookout(String name) throws IpcException {
    this(name, new Pollers(name));
  }

  private Lookout(String name, Pollers pollers) {
    this.name = name;
    this.pollers = pollers;
  }

  /**
   * {@return the one that all share who ask for none of their own}; it is never closed
   *
   * @throws IpcException if the system refuses
   */
  public static Lookout shared() throws IpcException {
    Lookout present = shared;
    return present == null ? makeShared() : present;
  }

  private static synchronized Lookout makeShared() throws IpcException {
    Lookout present = shared;
    if (present == null) {
      String name = "ferry-lookout";
      present = new Lookout(name, new Pollers(name, true));
      shared = present;
    }
    return present;
  }

  /** {@return a watch for a port}, not armed; {@code owner} must be quick and is called by the lookout's thread */
  Watch watch(ReceivePort port, Runnable owner) {
    return new Watch(this, port, lastToken.incrementAndGet(), owner);
  }

  void put(Watch watch) {
    if (closed) {
      throw new HandleClosedException(name);
    }
    wishes.put(watch.token, watch);
    if (thread == null) {
      start();
    }
  }

  void drop(Watch watch) {
    wishes.remove(watch.token);
  }

  void hurry(Watch watch) {
    hurried.add(watch);
    pollers.wakeup();
  }

  void forget(ReceivePort port) {
    try {
      pollers.forget(port);
    } catch (IpcException e) {
      FerryLog.log(System.Logger.Level.WARNING, name + " could not end watching " + port, e);
    }
  }

  private void start() {
    starting.lock();
    try {
      if (thread == null) {
        Thread fresh = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
        fresh.start();
        thread = fresh;
      }
    } finally {
      starting.unlock();
    }
  }

  private void run() {
    long[] tokens = new long[MOST_REPORTS];
    while (!closed) {
      try {
        int count = pollers.awaitReports(tokens, hurried.isEmpty() ? Deadline.NEVER : Deadline.AT_ONCE);
        pause(tokens, count);
        for (int i = 0; i < count; i++) {
          fire(wishes.get(tokens[i]));
        }
        // Who is hurried while these are told has its turn after the next look at the others.
        for (int left = hurried.size(); left > 0; left--) {
          fire(hurried.poll());
        }
      } catch (InterruptedException nobodysBusiness) {
        // The thread is ours alone, and ends with close().
      } catch (IpcException | RuntimeException | Error e) {
        report("waiting", e);
      }
    }
  }

  // For the port that has to wait longest: what it has cannot be taken now, and would be reported at once when it was told.
  private void pause(long[] tokens, int count) {
    long longest = 0;
    for (int i = 0; i < count; i++) {
      Watch watch = wishes.get(tokens[i]);
      longest = watch == null ? longest : Math.max(longest, watch.pauseNanos());
    }
    if (longest > 0) {
      LockSupport.parkNanos(longest);
    }
  }

  private void fire(@Nullable Watch watch) {
    if (watch == null) {
      return;
    }
    try {
      watch.fire();
    } catch (RuntimeException | Error e) {
      report("telling a receiver's owner", e);
    }
  }

  private void report(String doing, Throwable e) {
    if (!closed) {
      try {
        FerryLog.log(System.Logger.Level.ERROR, name + ": " + doing + " failed; it goes on", e);
      } finally {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  /** Ends the thread; no owner is called after it, none waits for it. Idempotent. */
  @Override
  public void close() {
    closed = true;
    boolean unused = pollers.close();
  }
}
