package org.ferryipc.core.region;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Purges pools that are not used: the ring alone would keep a channel's memory for as long as it is idle, and nobody else looks
 * whether its receiver has released something. One daemon thread, which ends when no pool has anything.
 */
final class RegionReclaimer {
  // PartitionAlloc's MemoryReclaimer: "every few seconds"; its recommended interval is 4 s.
  private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(4);

  private static final List<WeakReference<RegionPool<?>>> POOLS = new ArrayList<>(); // guarded by itself

  private RegionReclaimer() {}

  /**
   * Comes to {@code pool} from now on, until its tick says otherwise.
   *
   * @return false if the system has no thread for that now: a pool works without, and a message that was sent must not fail for it
   */
  static boolean watch(RegionPool<?> pool) {
    synchronized (POOLS) {
      if (POOLS.isEmpty()) {
        try {
          Thread.ofPlatform().daemon().name("ferry-regions").start(RegionReclaimer::run);
        } catch (OutOfMemoryError noThread) {
          return false;
        }
      }
      return POOLS.add(new WeakReference<>(pool));
    }
  }

  private static void run() {
    boolean more = true;
    while (more) {
      try {
        TimeUnit.NANOSECONDS.sleep(TICK_NANOS);
      } catch (InterruptedException ignored) {
        // Nobody interrupts it; a tick too early does no harm.
      }
      more = tickAll();
    }
  }

  // A pool's lock is never taken under that of the list: watch() is called with the pool's.
  private static boolean tickAll() {
    List<WeakReference<RegionPool<?>>> present;
    synchronized (POOLS) {
      present = List.copyOf(POOLS);
    }
    List<WeakReference<RegionPool<?>>> over = new ArrayList<>();
    for (WeakReference<RegionPool<?>> reference : present) {
      RegionPool<?> pool = reference.get();
      if (pool == null || !pool.tick()) {
        over.add(reference);
      }
    }
    synchronized (POOLS) {
      POOLS.removeAll(over); // by identity: a pool that is watched again meanwhile has a reference more
      return !POOLS.isEmpty();
    }
  }
}
