package org.ferryipc.unix.lane;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Mappings;

/**
 * A lane's memory as it is mapped: a page of words, each side's in 128 bytes of its own (two cache lines, which processors
 * fetch together), and the ring.
 *
 * <p>No arena guards it, because closing one that threads share stops them all: the lane's one lock does. It is mapped only
 * after its seals were seen, because an access to a file that was made shorter cannot be caught where it happens.
 */
final class LaneMemory extends LaneWords {
  /** The bytes in front of the ring. */
  static final int HEADER = 4096;

  // Of the sender; of the receiver; of both.
  private static final long TAIL = 128;
  private static final long HINT = 136;
  private static final long HEAD = 256;
  private static final long ACCEPTED = 264;
  private static final long ARMED = 384;

  private static final VarHandle LONG = JAVA_LONG.varHandle();
  private static final VarHandle INT = JAVA_INT.varHandle();

  private static final int RECORDS_IN_RING = 4; // of the longest: one does not fill it
  // A sender who finds the ring full looks for this word, so it must not wait long for it; each time the word's cache line is
  // fetched from the other processor, which some fifty small messages can bear.
  private static final int PUBLISHED_IN_RING = 8;
  private static final int MOST_UNPUBLISHED = 4096;

  private final MemorySegment memory;
  private final long mask;
  private final LaneBudget budget;

  /**
   * Takes a mapping.
   *
   * @param memory {@link #HEADER} bytes and {@code ring} bytes, for which {@code budget} was asked
   * @param ring a power of two
   */
  private LaneMemory(MemorySegment memory, int ring, int mostBytes, LaneBudget budget) {
    super(ring, mostBytes, Math.min(ring / PUBLISHED_IN_RING, MOST_UNPUBLISHED));
    this.memory = memory;
    this.mask = ring - 1L;
    this.budget = budget;
  }

  /** {@return a lane in memory for which {@code budget} was asked} */
  static LaneMemory shared(MemorySegment memory, LaneBudget budget) {
    int ring = ringOf(memory);
    return new LaneMemory(memory, ring, ring / RECORDS_IN_RING, budget);
  }

  /** {@return a lane that holds records from {@code head} on, of whatever length they are, in memory of this process alone} */
  static LaneMemory holding(MemorySegment memory, long head, byte[] records, LaneBudget budget) {
    int ring = ringOf(memory);
    LaneMemory lane = new LaneMemory(memory, ring, ring, budget);
    lane.fill(head, records);
    return lane;
  }

  private static int ringOf(MemorySegment memory) {
    return (int) (memory.byteSize() - HEADER);
  }

  @Override
  boolean publish(long from, long to) {
    return LONG.compareAndSet(memory, TAIL, from, to);
  }

  @Override
  boolean isArmed() {
    return (int) INT.getVolatile(memory, ARMED) != 0;
  }

  @Override
  void exchangeArmed() {
    int unused = (int) INT.getAndSet(memory, ARMED, 0);
  }

  @Override
  void setHint(int frames) {
    INT.setRelease(memory, HINT, frames);
  }

  @Override
  long head() {
    return (long) LONG.getAcquire(memory, HEAD);
  }

  @Override
  boolean isAccepted() {
    return (int) INT.getAcquire(memory, ACCEPTED) == 1;
  }

  @Override
  void write(long at, int frames, MemorySegment from, long offset, int length) {
    writeRecord(at, frames, length);
    long start = at + RECORD_HEADER & mask;
    long first = Math.min(length, capacity - start);
    MemorySegment.copy(from, offset, memory, HEADER + start, first);
    if (first < length) {
      MemorySegment.copy(from, offset + first, memory, HEADER, length - first);
    }
  }

  @Override
  void write(long at, int frames, byte[] from, int offset, int length) {
    writeRecord(at, frames, length);
    long start = at + RECORD_HEADER & mask;
    int first = (int) Math.min(length, capacity - start);
    MemorySegment.copy(from, offset, memory, JAVA_BYTE, HEADER + start, first);
    if (first < length) {
      MemorySegment.copy(from, offset + first, memory, JAVA_BYTE, HEADER, length - first);
    }
  }

  private void writeRecord(long at, int frames, int length) {
    memory.set(JAVA_LONG, HEADER + (at & mask), (long) frames << Integer.SIZE | length);
  }

  @Override
  long freeze() {
    return (long) LONG.getAndBitwiseOr(memory, TAIL, FROZEN);
  }

  @Override
  void unmap() {
    try {
      Mappings.unmap(memory);
    } catch (KernelException e) {
      CloseFailures.report("a lane's memory", e);
    }
    budget.giveBack(memory.byteSize());
  }

  @Override
  int hint() {
    return (int) INT.getAcquire(memory, HINT);
  }

  @Override
  long tail() {
    return (long) LONG.getAcquire(memory, TAIL);
  }

  @Override
  void setHead(long head) {
    LONG.setRelease(memory, HEAD, head);
  }

  @Override
  void setAccepted() {
    INT.setRelease(memory, ACCEPTED, 1);
  }

  @Override
  void setArmed(boolean armed) {
    INT.setOpaque(memory, ARMED, armed ? 1 : 0);
  }

  @Override
  void fence() {
    VarHandle.fullFence();
  }

  @Override
  long record(long at) {
    return (long) LONG.getOpaque(memory, HEADER + (at & mask));
  }

  @Override
  void read(long at, MemorySegment into, long offset, int length) {
    readRing(at + RECORD_HEADER, into, offset, length);
  }

  @Override
  void readRaw(long from, MemorySegment into, long length) {
    readRing(from, into, 0, length);
  }

  private void readRing(long from, MemorySegment into, long offset, long length) {
    long start = from & mask;
    long first = Math.min(length, capacity - start);
    MemorySegment.copy(memory, HEADER + start, into, offset, first);
    if (first < length) {
      MemorySegment.copy(memory, HEADER, into, offset + first, length - first);
    }
  }

  @Override
  void read(long at, byte[] into, int offset, int length) {
    long start = at + RECORD_HEADER & mask;
    int first = (int) Math.min(length, capacity - start);
    MemorySegment.copy(memory, JAVA_BYTE, HEADER + start, into, offset, first);
    if (first < length) {
      MemorySegment.copy(memory, JAVA_BYTE, HEADER, into, offset + first, length - first);
    }
  }

  private void fill(long at, byte[] from) {
    long start = at & mask;
    int first = (int) Math.min(from.length, capacity - start);
    MemorySegment.copy(from, 0, memory, JAVA_BYTE, HEADER + start, first);
    MemorySegment.copy(from, first, memory, JAVA_BYTE, HEADER, from.length - first);
  }
}
