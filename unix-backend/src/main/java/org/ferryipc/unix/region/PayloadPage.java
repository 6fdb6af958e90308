package org.ferryipc.unix.region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The first page of a payload file; the payload begins behind it. Numbers are in the machine's byte order.
 *
 * <p>Of the sender: {@code generation} u64, which names the use and never repeats; {@code length} u64 of that use's payload;
 * {@code progress} u64, how much of it is there: the low half of the generation in the upper 32 bits, bytes in the lower.
 * Of the receiver: {@code done} u64, the last generation that was read; {@code room} u64, the longest message that a receive
 * in progress would follow while it is written, 0 for none.
 *
 * <p>Both sides may write anything anywhere. A side reads back none of its own words, reads each of the other's once, and
 * checks what it read.
 */
final class PayloadPage {
  /** Where the payload begins: a page, so that a copy of it is aligned. */
  static final int BYTES = 4096;

  static final long GENERATION_AT = 0;
  static final long DONE_AT = 8;

  // In cache lines of their own: each is written while the other side waits for another.
  private static final long LENGTH_AT = 16;
  private static final long PROGRESS_AT = 64;
  private static final long ROOM_AT = 128;

  private static final int HALF = 32;
  private static final long LOW_HALF = 0xFFFF_FFFFL;

  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private PayloadPage() {}

  /** Begins a use, with nothing of it there yet. */
  static void begin(MemorySegment file, long generation, long length) {
    LONG.setOpaque(file, LENGTH_AT, length);
    advance(file, generation, 0);
    LONG.setRelease(file, GENERATION_AT, generation); // whoever sees it sees the two others
  }

  /** Says that the first {@code bytes} of the payload are there. */
  static void advance(MemorySegment file, long generation, long bytes) {
    LONG.setRelease(file, PROGRESS_AT, generation << HALF | bytes);
  }

  static long generation(MemorySegment file) {
    return (long) LONG.getAcquire(file, GENERATION_AT);
  }

  static long length(MemorySegment file) {
    return (long) LONG.getOpaque(file, LENGTH_AT);
  }

  /** {@return how many bytes of this use are there, by the sender's word; negative if it has begun another} */
  static long progress(MemorySegment file, long generation) {
    long word = (long) LONG.getAcquire(file, PROGRESS_AT);
    return (int) (word >>> HALF) == (int) generation ? word & LOW_HALF : -1;
  }

  /** {@return the last generation that was read} What the sender writes then stays behind this look. */
  static long done(MemorySegment file) {
    return (long) LONG.getAcquire(file, DONE_AT);
  }

  /** Says that a use was read; its reads stay in front of this. */
  static void done(MemorySegment file, long generation) {
    LONG.setRelease(file, DONE_AT, generation);
  }

  static long room(MemorySegment file) {
    return (long) LONG.getOpaque(file, ROOM_AT);
  }

  static void room(MemorySegment file, long bytes) {
    LONG.setOpaque(file, ROOM_AT, bytes);
  }
}
