package org.ferryipc.unix.socket;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.ferryipc.core.ownership.FerryLog;

/**
 * The sending ends of this process that have a lane, of which those that send nothing lose it when another's would not be within
 * the budget. Nobody waits for that: who was refused asks again with a later message.
 *
 * <p>It holds one end's lock at a time, and none while it waits. An end is in the list as long as it has a lane, and is added and
 * taken off under its lock.
 */
final class IdleLanes {
  // About as long as an end must have sent nothing. An end that then sends again gets a lane again, by its policy.
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final Set<LanedEnd> WITH_LANE = ConcurrentHashMap.newKeySet();
  private static final AtomicBoolean LOOKING = new AtomicBoolean();

  private IdleLanes() {}

  static void add(LanedEnd end) {
    boolean unused = WITH_LANE.add(end);
  }

  static void remove(LanedEnd end) {
    boolean unused = WITH_LANE.remove(end);
  }

  /** Says that there is no room for a lane. Never waits. */
  static void wanted() {
    if (!LOOKING.get() && LOOKING.compareAndSet(false, true)) {
      boolean started = false;
      try {
        Thread unused = Thread.ofVirtual().name("ferry-idle-lanes").start(IdleLanes::look);
        started = true;
      } finally {
        if (!started) {
          LOOKING.set(false);
        }
      }
    }
  }

  private static void look() {
    try {
      Map<LanedEnd, Long> before = new IdentityHashMap<>();
      for (LanedEnd end : WITH_LANE) {
        before.put(end, end.used());
      }
      LockSupport.parkNanos(IDLE_NANOS);
      before.forEach(LanedEnd::endLaneUnlessUsed);
    } catch (RuntimeException | Error e) {
      FerryLog.log(System.Logger.Level.WARNING, "idle lanes could not be given back", e);
    } finally {
      LOOKING.set(false);
    }
  }
}
