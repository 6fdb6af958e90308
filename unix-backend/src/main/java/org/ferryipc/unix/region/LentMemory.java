package org.ferryipc.unix.region;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/**
 * A region, or the message in one, as a program gets it.
 *
 * @param region whose memory it is
 * @param memory accessible for as long as the region's ground is used
 */
public record LentMemory(FileRegion region, MemorySegment memory) {

  /** {@return the memory, until {@code life} ends}; {@code kept} is reachable for as long as that */
  public MemorySegment until(Arena life, Object kept) {
    return until(memory, life, kept);
  }

  static MemorySegment until(MemorySegment memory, Arena life, Object kept) {
    MemorySegment bounded =
        MemorySegment.ofAddress(memory.address())
            .reinterpret(memory.byteSize(), life, ended -> Reference.reachabilityFence(kept));
    return memory.isReadOnly() ? bounded.asReadOnly() : bounded;
  }
}
