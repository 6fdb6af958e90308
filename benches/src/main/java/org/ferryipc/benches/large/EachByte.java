package org.ferryipc.benches.large;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A program that makes each byte of a message, and one that reads each of them. */
public final class EachByte {
  private static final byte MADE = 1;
  private static final long ONES = 0x0101_0101_0101_0101L;

  private EachByte() {}

  /** Makes a message. */
  public static void make(MemorySegment message) {
    MemorySegment unused = message.fill(MADE);
  }

  /** Reads a message of whole words; fails if it has other bytes. */
  public static void read(MemorySegment message) {
    long sum = 0;
    for (long at = 0; at < message.byteSize(); at += Long.BYTES) {
      sum += message.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
    }
    if (sum != ONES * (message.byteSize() / Long.BYTES)) {
      throw new IllegalStateException("the message arrived with other bytes");
    }
  }
}
