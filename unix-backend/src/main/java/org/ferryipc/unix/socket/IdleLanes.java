package org.ferryipc.unix.socket;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.ferryipc.core.ownership.FerryLog;
import org.jspecify.annotations.Nullable;

/**
 * The sending ends of this process that have a lane, of which those that send nothing by it lose it: after half a minute, for
 * the sake of the receiver's process, which cannot tell a lane that is not used from one that will be, and after a second when
 * another's would not be within the budget of this one. Nobody waits for that: who was refused asks again with a later message.
 *
 * <p>It holds one end's lock at a time, and none while it waits. An end is in the list as long as it has a lane, and is added and
 * taken off under its lock.
 */
final class IdleLanes {
  /** Sets how long an idle lane is kept, in milliseconds: for tests. */
  static final String PROPERTY = "ferry.lanes.idle";

  // An end that then sends again gets a lane again, by its policy.
  private static final long WANTED_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long KEPT_MILLIS = TimeUnit.SECONDS.toMillis(30);

  private static final Set<LanedEnd> WITH_LANE = ConcurrentHashMap.newKeySet();
  private static final AtomicBoolean LOOKING = new AtomicBoolean(); // because of the budget
  private static final AtomicBoolean KEEPING = new AtomicBoolean(); // as long as there are lanes

  private static volatile @Nullable Thread keeper;

  private IdleLanes() {}

  static void add(LanedEnd end) {
    boolean unused = WITH_LANE.add(end);
    keep();
  }

  static void remove(LanedEnd end) {
    boolean unused = WITH_LANE.remove(end);
    if (WITH_LANE.isEmpty()) {
      LockSupport.unpark(keeper); // it has nothing to keep
    }
  }

  private static void keep() {
    begin(KEEPING, "ferry-lanes", IdleLanes::keepLooking);
  }

  /** Says that there is no room for a lane. Never waits. */
  static void wanted() {
    begin(LOOKING, "ferry-idle-lanes", () -> look(WANTED_NANOS));
  }

  // Unless it is under way.
  private static void begin(AtomicBoolean running, String name, Runnable work) {
    if (!running.get() && running.compareAndSet(false, true)) {
      boolean started = false;
      try {
        Thread unused = Thread.ofVirtual().name(name).start(() -> run(running, work));
        started = true;
      } finally {
        if (!started) {
          running.set(false);
        }
      }
    }
  }

  private static void run(AtomicBoolean running, Runnable work) {
    boolean done = false;
    try {
      work.run();
      done = true;
    } catch (RuntimeException | Error e) {
      FerryLog.log(System.Logger.Level.WARNING, "idle lanes could not be given back", e);
    } finally {
      running.set(false);
    }
    if (done && running == KEEPING && !WITH_LANE.isEmpty()) { // one was added when this had found none
      keep();
    }
  }

  private static void keepLooking() {
    keeper = Thread.currentThread();
    while (!WITH_LANE.isEmpty()) {
      look(TimeUnit.MILLISECONDS.toNanos(Long.getLong(PROPERTY, KEPT_MILLIS)));
    }
  }

  private static void look(long idleNanos) {
    Map<LanedEnd, Integer> before = new IdentityHashMap<>();
    for (LanedEnd end : WITH_LANE) {
      before.put(end, end.used());
    }
    long until = System.nanoTime() + idleNanos;
    for (long left = idleNanos; left > 0; left = until - System.nanoTime()) {
      if (WITH_LANE.isEmpty()) {
        return;
      }
      LockSupport.parkNanos(left);
    }
    before.forEach(LanedEnd::endLaneUnlessUsed);
  }
}
