package org.ferryipc.benches.floor;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.ferryipc.benches.memory.Increment;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What does the work alone cost that is done on shared memory that goes to and fro: every byte is changed so many times, by
 * one thread, in memory that stays where it is?
 */
@State(Scope.Thread)
public class ChangeMemory {
  /** The memory's length. */
  @Param("4194304")
  public int bytes = 4 << 20;

  /** How often it is changed. */
  @Param({"100", "125"})
  public int hops = 100;

  private MemorySegment one = MemorySegment.NULL;
  private MemorySegment other = MemorySegment.NULL;

  /** Makes the memory. */
  @Setup
  public void open() {
    one = Arena.ofAuto().allocate(bytes, 64);
    other = Arena.ofAuto().allocate(bytes, 64);
  }

  /** Changes it in place. */
  @Benchmark
  public MemorySegment inPlace() {
    for (int i = 0; i < hops; i++) {
      Increment.all(one, one);
    }
    return one;
  }

  /** Writes it anew, in the memory of the time before the last. */
  @Benchmark
  public MemorySegment copied() {
    for (int i = 0; i < hops; i++) {
      MemorySegment next = i % 2 == 0 ? other : one;
      Increment.all(i % 2 == 0 ? one : other, next);
    }
    return one;
  }
}
