package org.ferryipc.core.inprocess;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.ferryipc.core.ChannelRegions;
import org.ferryipc.core.RegionFigures;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.region.RegionGround;
import org.ferryipc.core.region.RegionPolicy;
import org.ferryipc.core.region.RegionPool;
import org.ferryipc.core.transport.Loan;
import org.ferryipc.core.transport.MemoryRoom;
import org.jspecify.annotations.Nullable;

/** The regions of an in-process sender, all on the heap. Thread-safe. */
final class HeapRegions implements ChannelRegions, RegionGround<HeapRegion> {
  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8; // of HotSpot

  private final MessageQueue queue;
  private final RegionPool<HeapRegion> pool = new RegionPool<>(this, RegionPolicy.defaults());

  HeapRegions(MessageQueue queue) {
    this.queue = queue;
  }

  /**
   * {@return null if the sender is closed}
   *
   * @throws IpcException if the heap has no room for it
   */
  @Nullable Loan loan(int size) throws IpcException {
    HeapRegion region = pool.take(size);
    if (region == null) {
      return null;
    }
    region.begin(size);
    return new HeapLoan(region, size);
  }

  @Override
  public HeapRegion make(long capacity) throws IpcException {
    long begun = System.nanoTime();
    byte[] bytes = MemoryRoom.array((int) Math.min(capacity, LONGEST_ARRAY), "a region for a loan");
    HeapRegion region = new HeapRegion(capacity, bytes);
    pool.grew(region, capacity, System.nanoTime() - begun);
    return region;
  }

  @Override
  public void giveBack(HeapRegion region) {}

  @Override
  public int ringSize() {
    return pool.ringSize();
  }

  @Override
  public void resize(int ringSize) {
    pool.resize(ringSize);
  }

  @Override
  public void purge() {
    pool.purge();
  }

  @Override
  public RegionFigures figures() {
    return pool.figures();
  }

  void close() {
    pool.close();
  }

  private final class HeapLoan implements Loan {
    private final HeapRegion region;
    private final int size;

    HeapLoan(HeapRegion region, int size) {
      this.region = region;
      this.size = size;
    }

    @Override
    public MemorySegment memory(Arena life, Object kept) {
      return MemorySegment.ofArray(region.bytes()).asSlice(0, size);
    }

    @Override
    public boolean trySend(long length) throws DisconnectedException {
      if (!queue.offer(region, (int) length)) {
        return false;
      }
      pool.sent(region);
      return true;
    }

    @Override
    public void release() {
      pool.unsent(region);
    }

    @Override
    public String toString() {
      return "loan of " + size + " bytes of an in-process channel";
    }
  }
}
