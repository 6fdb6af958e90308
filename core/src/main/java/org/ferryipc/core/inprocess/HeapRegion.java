package org.ferryipc.core.inprocess;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.ferryipc.core.region.Region;
import org.ferryipc.core.transport.LentRegion;

/**
 * A region within the process: an array, which travels to the receiver as it is. Giving it back to the system is to forget it.
 */
final class HeapRegion extends Region {
  private final byte[] bytes;
  private int used; // behind it all is zero; of whoever has taken it
  private volatile boolean released;

  HeapRegion(long capacity, byte[] bytes) {
    super(capacity);
    this.bytes = bytes;
  }

  byte[] bytes() {
    return bytes;
  }

  /** Begins a use of {@code size} bytes, all zero. */
  void begin(int size) {
    Arrays.fill(bytes, 0, used, (byte) 0);
    used = size;
    released = false;
  }

  @Override
  protected boolean isReleased() {
    return released;
  }

  @Override
  protected boolean claim() {
    return true;
  }

  /** {@return what the receiver is lent} */
  LentRegion lend(int length) {
    return new Lent(this, length);
  }

  private record Lent(HeapRegion region, int length) implements LentRegion {
    @Override
    public MemorySegment memory(Arena life, Object kept) {
      return MemorySegment.ofArray(region.bytes).asSlice(0, length).asReadOnly();
    }

    @Override
    public void release() {
      region.released = true;
    }

    @Override
    public String toString() {
      return "region of an in-process channel";
    }
  }
}
