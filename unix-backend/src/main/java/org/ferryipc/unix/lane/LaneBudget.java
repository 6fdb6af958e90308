package org.ferryipc.unix.lane;

/**
 * How much memory all lanes of this process may map together, whoever offered them. A lane between two ends in one process
 * counts twice. Safe for any thread.
 */
final class LaneBudget {
  private static final long USUAL_BYTES = 64L << 20;

  // Each lane is a mapping, of which a process has 65,530 (vm.max_map_count); a quarter of them.
  private static final int MOST_LANES = 16_384;

  /** Of this process: 64 MiB, or what {@code -Dferry.lanes.bytes} says. */
  static final LaneBudget PROCESS = new LaneBudget(Long.getLong("ferry.lanes.bytes", USUAL_BYTES), MOST_LANES);

  private final long mostBytes;
  private final int mostLanes;
  private long bytes; // guarded by this
  private int lanes; // guarded by this

  LaneBudget(long mostBytes, int mostLanes) {
    this.mostBytes = mostBytes;
    this.mostLanes = mostLanes;
  }

  /** {@return whether {@code size} more bytes might be mapped now}; a hint */
  synchronized boolean hasRoom(long size) {
    return lanes < mostLanes && size <= mostBytes - bytes;
  }

  /** {@return whether {@code size} more bytes may be mapped}; if so they count until they are given back */
  synchronized boolean take(long size) {
    if (!hasRoom(size)) {
      return false;
    }
    lanes++;
    bytes += size;
    return true;
  }

  /** Ends the count of one mapping. */
  synchronized void giveBack(long size) {
    lanes--;
    bytes -= size;
  }

  /** {@return how many bytes are counted} */
  synchronized long bytes() {
    return bytes;
  }
}
