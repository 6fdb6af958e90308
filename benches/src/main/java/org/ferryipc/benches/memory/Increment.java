package org.ferryipc.benches.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/** The work of a hop: adds one to each byte. */
public final class Increment {
  // One in each byte of a word, and all bits of each byte but the highest.
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long LOW = 0x7F7F_7F7F_7F7F_7F7FL;

  private Increment() {}

  /** Adds one to each byte of {@code from}, and writes the sums to {@code to}, which may be the same memory. */
  public static void all(MemorySegment from, MemorySegment to) {
    for (long at = 0; at < from.byteSize(); at += Long.BYTES) {
      long bytes = from.get(JAVA_LONG, at);
      // Bytes do not carry into one another: the highest bits are added without a carry.
      to.set(JAVA_LONG, at, (bytes & LOW) + ONES ^ bytes & ~LOW);
    }
  }
}
