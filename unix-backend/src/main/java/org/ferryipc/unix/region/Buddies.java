package org.ferryipc.unix.region;

import java.util.BitSet;
import org.ferryipc.core.region.RegionPool;

/**
 * Which parts of a ground are regions: the buddy system (Knuth, volume 1, 2.5). Parts are powers of two of pages; two free halves
 * of a part become that part again. Only addresses are given out here, so what is lost by rounding costs no memory. Not
 * thread-safe.
 */
final class Buddies {
  private static final int FIRST_ORDER = Long.numberOfTrailingZeros(RegionPool.SMALLEST);

  private final BitSet[] free; // by order above FIRST_ORDER, then by place

  /** Makes one free part of {@code bytes}, a power of two. */
  Buddies(long bytes) {
    free = new BitSet[Long.numberOfTrailingZeros(bytes) - FIRST_ORDER + 1];
    for (int i = 0; i < free.length; i++) {
      free[i] = new BitSet();
    }
    free[free.length - 1].set(0);
  }

  /** {@return where a part of {@code bytes}, a power of two, begins; -1 if there is none} The lowest that fits. */
  long take(long bytes) {
    int wanted = Long.numberOfTrailingZeros(bytes) - FIRST_ORDER;
    for (int order = wanted; order < free.length; order++) {
      int place = free[order].nextSetBit(0);
      if (place >= 0) {
        free[order].clear(place);
        for (int split = order; split > wanted; split--) {
          place <<= 1;
          free[split - 1].set(place + 1);
        }
        return (long) place << (wanted + FIRST_ORDER);
      }
    }
    return -1;
  }

  /** Takes back a part. */
  void give(long offset, long bytes) {
    int order = Long.numberOfTrailingZeros(bytes) - FIRST_ORDER;
    int place = (int) (offset >>> (order + FIRST_ORDER));
    while (order < free.length - 1 && free[order].get(place ^ 1)) {
      free[order].clear(place ^ 1);
      place >>>= 1;
      order++;
    }
    free[order].set(place);
  }
}
