package org.ferryipc.core.region;

import java.util.ArrayDeque;
import org.ferryipc.core.RegionFigures;
import org.ferryipc.core.failure.IpcException;
import org.jspecify.annotations.Nullable;

/**
 * The regions of one sending end. Any thread may call anything; a region belongs to its taker until it is {@link #sent} or
 * {@link #unsent}.
 *
 * <p>Nobody tells a pool that a receiver has released a region: the receiver says so in memory, and the pool looks when a region
 * is taken, when it is purged, and when the {@linkplain RegionReclaimer reclaimer} comes. So a release costs no system call.
 *
 * <p>What the ground does with the kernel it does under the lock, as PartitionAlloc does: a taker may wait for another one's
 * system call.
 */
public final class RegionPool<R extends Region> {
  /** The smallest region: a page. */
  public static final long SMALLEST = 4096;

  private static final int FIRST_ORDER = Long.numberOfTrailingZeros(SMALLEST);
  private static final int ORDERS = Long.SIZE - 1 - FIRST_ORDER;

  // A receiver releases about as fast as it is sent to, so each take looks at the one that it sends and a few more.
  private static final int LOOKS = 4;

  private final RegionGround<R> ground;
  private final RegionRing<R> ring; // guarded by this
  private final @Nullable ArrayDeque<R>[] empty; // by order, the one that became empty last in front; guarded by this
  private final ArrayDeque<R> out = new ArrayDeque<>(); // guarded by this

  private final int traced = RegionTrace.ON ? RegionTrace.nextPool() : 0;

  private RegionPolicy policy; // guarded by this
  private boolean closed; // guarded by this
  private boolean watched; // by the reclaimer; guarded by this
  private long takes; // guarded by this, as all that follow
  private long reused;
  private long commits;
  private long givenBack;
  private long systemNanos;
  private long committed;
  private long peak;
  private long takesAtLastTick;

  /** Makes a pool without regions. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of a generic type
  public RegionPool(RegionGround<R> ground, RegionPolicy policy) {
    this.ground = ground;
    this.policy = policy;
    this.ring = new RegionRing<>(policy.ringSize(), this::giveBack);
    this.empty = new ArrayDeque[ORDERS];
  }

  /** {@return the capacity of the regions that hold {@code bytes}}: the next power of two */
  public static long capacityFor(long bytes) {
    return bytes <= SMALLEST ? SMALLEST : Long.highestOneBit(bytes - 1) << 1;
  }

  /**
   * Takes a region with room for {@code bytes}: one that is empty, the last that became so first, or a fresh one.
   *
   * @return null if there is no room for one, or the pool is closed
   * @throws IpcException if the system refuses to make one
   */
  public synchronized @Nullable R take(long bytes) throws IpcException {
    if (closed) {
      return null;
    }
    takes++;
    long capacity = capacityFor(bytes);
    sweep(LOOKS);
    R found = takeEmpty(capacity);
    if (found == null && !out.isEmpty()) {
      sweep(out.size());
      found = takeEmpty(capacity);
    }
    if (found == null) {
      found = ground.make(capacity);
    }
    if (RegionTrace.ON && found != null) {
      RegionTrace.taken(traced, found, bytes);
    }
    return found;
  }

  private @Nullable R takeEmpty(long capacity) {
    ArrayDeque<R> ofSize = empty[order(capacity)];
    if (ofSize == null) {
      return null;
    }
    for (R region = ofSize.pollFirst(); region != null; region = ofSize.pollFirst()) {
      use(region);
      if (region.claim()) {
        reused++;
        return region;
      }
      out.addLast(region);
    }
    return null;
  }

  private void use(R region) {
    ring.used(region);
    boolean unused = KeptBytes.change(-region.committed());
  }

  private static int order(long capacity) {
    return Long.numberOfTrailingZeros(capacity) - FIRST_ORDER;
  }

  /** Says that more memory is behind a region that the caller has taken: a commit, which took {@code nanos}. */
  public synchronized void grew(R region, long bytes, long nanos) {
    region.grow(bytes);
    commits++;
    systemNanos += nanos;
    committed += bytes;
    peak = Math.max(peak, committed);
  }

  /** Says that a message in a region that the caller had taken is on its way. */
  public synchronized void sent(R region) {
    if (!closed) {
      if (RegionTrace.ON) {
        RegionTrace.ended("sent", region);
      }
      out.addLast(region);
      watch();
    }
  }

  /** Gives back a region that the caller had taken, and whose message was not sent. */
  public synchronized void unsent(R region) {
    if (!closed) {
      if (RegionTrace.ON) {
        RegionTrace.ended("unsent", region);
      }
      emptied(region);
    }
  }

  private void emptied(R region) {
    ArrayDeque<R> ofSize = empty[order(region.capacity())];
    if (ofSize == null) {
      ofSize = new ArrayDeque<>();
      empty[order(region.capacity())] = ofSize;
    }
    ofSize.addFirst(region);
    boolean tooMuch = KeptBytes.change(region.committed());
    ring.emptied(region, policy.cap(committed));
    if (tooMuch) {
      ring.shrink(0);
    }
    watch();
  }

  // A ring's callback: the region has left it empty.
  private void giveBack(R region) {
    ArrayDeque<R> ofSize = empty[order(region.capacity())];
    if (ofSize != null) {
      boolean unused = ofSize.remove(region);
    }
    boolean unused = KeptBytes.change(-region.committed());
    if (!region.claim()) {
      out.addLast(region); // the receiver's side writes into it
      return;
    }
    givenBack++;
    committed -= region.committed();
    region.grow(-region.committed());
    long begun = System.nanoTime();
    ground.giveBack(region);
    systemNanos += System.nanoTime() - begun;
  }

  // In turn, so that those which are held for long do not hide others.
  private void sweep(int looks) {
    for (int i = Math.min(looks, out.size()); i > 0; i--) {
      R region = out.removeFirst();
      if (region.isReleased()) {
        if (RegionTrace.ON) {
          RegionTrace.ended("released", region);
        }
        emptied(region);
      } else {
        out.addLast(region);
      }
    }
  }

  /** Gives back all that is empty. */
  public synchronized void purge() {
    if (!closed) {
      sweep(out.size());
      ring.shrink(0);
    }
  }

  /**
   * Changes the size of the ring.
   *
   * @throws IllegalArgumentException if there is no ring of that size
   */
  public synchronized void resize(int size) {
    policy = policy.withRingSize(size);
    if (!closed) {
      ring.resize(size);
    }
  }

  /** {@return the size of the ring} */
  public synchronized int ringSize() {
    return ring.size();
  }

  /** {@return what there is and what was done} */
  public synchronized RegionFigures figures() {
    return new RegionFigures(takes, reused, commits, givenBack, systemNanos, committed, ring.dirty(), peak, out.size());
  }

  /** Ends the pool: nothing is taken any more, and the caller ends the ground with all regions. */
  public synchronized void close() {
    if (!closed) {
      closed = true;
      boolean unused = KeptBytes.change(-ring.dirty());
      out.clear();
    }
  }

  private void watch() {
    if (!watched) {
      watched = RegionReclaimer.watch(this);
    }
  }

  /** Purges a pool that nobody took from since the last tick. {@return whether to come again} */
  synchronized boolean tick() {
    if (closed) {
      return watched = false;
    }
    if (takes == takesAtLastTick) {
      purge();
    }
    takesAtLastTick = takes;
    watched = ring.dirty() > 0 || !out.isEmpty();
    return watched;
  }
}
