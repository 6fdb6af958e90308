package org.ferryipc.benches.floor;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** How long does it take to copy bytes in memory, once? Whoever carries bytes to another process copies them at least once. */
@State(Scope.Thread)
public class MemoryCopy {
  /** How many. */
  @Param("4096")
  public int bytes = 4096;

  private MemorySegment from = MemorySegment.NULL;
  private MemorySegment to = MemorySegment.NULL;

  /** Makes the memory, all of it present. */
  @Setup
  public void open() {
    from = Arena.ofAuto().allocate(bytes, 64).fill((byte) 1);
    to = Arena.ofAuto().allocate(bytes, 64).fill((byte) 2);
  }

  /** Copies. */
  @Benchmark
  public MemorySegment copy() {
    return to.copyFrom(from);
  }
}
