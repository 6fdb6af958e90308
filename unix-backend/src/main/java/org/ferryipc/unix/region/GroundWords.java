package org.ferryipc.unix.region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The words of a ground, the file in which the regions of one sending end lie. Numbers are in the machine's byte order.
 *
 * <pre>
 * page 0            0  id u64 of the ground             sender    64  slot u64 whose region is being written   sender
 *                   8  slots u64 that were ever used    sender   128  known u64, 1: the receiver has the file  receiver
 *                                                                192  room u64, longest message it would follow receiver
 * directory      4096  an entry of 128 bytes for each of 2,048 slots:
 *                      0  generation u64 of the use     sender    64  done u64, the last generation it has read receiver
 *                      8  length u64 of its payload     sender
 *                     16  progress u64: low half of the generation in the upper 32 bits, bytes there in the lower
 *                     24  where the region begins u64   sender
 * data        266,240  regions, each a power of two of pages; with pages of 16 or 64 KiB they begin at the next whole one
 * </pre>
 *
 * <p>Both sides may write anything anywhere. A side reads back none of its own words but {@code done}, reads each of the other's
 * once, and checks what it read. {@code done} is how a region changes hands, see {@link FileRegion}: its compare-and-set is safe
 * because the file is sealed against shrinking.
 */
final class GroundWords {
  static final int SLOTS = 2048;

  /** Where the regions begin, or may begin where pages are larger: what a receiver believes. */
  static final long DATA_AT = 4096 + SLOTS * 128L;

  /** What {@code done} is while the receiver's side wipes a region. */
  static final long WIPING = -1;

  private static final long ID = 0;
  private static final long USED_SLOTS = 8;
  private static final long FILLING = 64;
  private static final long KNOWN = 128;
  private static final long ROOM = 192;

  private static final long PAGE = 4096;
  private static final long DIRECTORY = PAGE;
  private static final long ENTRY = 128;
  private static final long GENERATION = 0;
  private static final long LENGTH = 8;
  private static final long PROGRESS = 16;
  private static final long BEGINNING = 24;
  private static final long DONE = 64;

  private static final int HALF = 32;
  private static final long LOW_HALF = 0xFFFF_FFFFL;

  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private GroundWords() {}

  private static long entry(int slot, long word) {
    return DIRECTORY + slot * ENTRY + word;
  }

  /** {@return where the page ends in which the words of {@code slot} are} */
  static long endOf(int slot) {
    return (entry(slot + 1, 0) + PAGE - 1) & -PAGE;
  }

  static void id(MemorySegment file, long id) {
    LONG.setRelease(file, ID, id);
  }

  static long id(MemorySegment file) {
    return (long) LONG.getAcquire(file, ID);
  }

  static void usedSlots(MemorySegment file, int count) {
    LONG.setRelease(file, USED_SLOTS, (long) count);
  }

  /** {@return how many slots there are to look at} */
  static int usedSlots(MemorySegment file) {
    return Math.clamp((long) LONG.getAcquire(file, USED_SLOTS), 0, SLOTS);
  }

  /** Says which region is written, for a receiver that gets a hint. */
  static void filling(MemorySegment file, int slot) {
    LONG.setRelease(file, FILLING, (long) slot);
  }

  static long filling(MemorySegment file) {
    return (long) LONG.getAcquire(file, FILLING);
  }

  static void known(MemorySegment file, boolean known) {
    LONG.setVolatile(file, KNOWN, known ? 1L : 0L);
  }

  /** {@return whether the receiver has the file}; the look stays behind what the caller wrote before */
  static boolean isKnown(MemorySegment file) {
    VarHandle.fullFence();
    return (long) LONG.getAcquire(file, KNOWN) == 1;
  }

  static void room(MemorySegment file, long bytes) {
    LONG.setOpaque(file, ROOM, bytes);
  }

  static long room(MemorySegment file) {
    return (long) LONG.getOpaque(file, ROOM);
  }

  /** Gives a slot a region, before its first use, or none. */
  static void beginning(MemorySegment file, int slot, long offset) {
    LONG.setOpaque(file, entry(slot, BEGINNING), offset);
  }

  static long beginning(MemorySegment file, int slot) {
    return (long) LONG.getOpaque(file, entry(slot, BEGINNING));
  }

  /** Begins a use, with nothing of it there yet. */
  static void begin(MemorySegment file, int slot, long generation, long length) {
    LONG.setOpaque(file, entry(slot, LENGTH), length);
    advance(file, slot, generation, 0);
    LONG.setRelease(file, entry(slot, GENERATION), generation); // whoever sees it sees the others
  }

  static long generation(MemorySegment file, int slot) {
    return (long) LONG.getAcquire(file, entry(slot, GENERATION));
  }

  static void length(MemorySegment file, int slot, long length) {
    LONG.setOpaque(file, entry(slot, LENGTH), length);
  }

  static long length(MemorySegment file, int slot) {
    return (long) LONG.getOpaque(file, entry(slot, LENGTH));
  }

  /** Says that the first {@code bytes} of the payload are there. */
  static void advance(MemorySegment file, int slot, long generation, long bytes) {
    LONG.setRelease(file, entry(slot, PROGRESS), generation << HALF | bytes);
  }

  /** {@return how many bytes of this use are there, by the sender's word; negative if it has begun another} */
  static long progress(MemorySegment file, int slot, long generation) {
    long word = (long) LONG.getAcquire(file, entry(slot, PROGRESS));
    return (int) (word >>> HALF) == (int) generation ? word & LOW_HALF : -1;
  }

  /** {@return the last generation that was read} What the sender writes then stays behind this look. */
  static long done(MemorySegment file, int slot) {
    return (long) LONG.getAcquire(file, entry(slot, DONE));
  }

  /** Says that a use was read; its reads stay in front of this. */
  static void done(MemorySegment file, int slot, long generation) {
    LONG.setRelease(file, entry(slot, DONE), generation);
  }

  /** {@return whether {@code done} was {@code generation}, and is {@code next} now} */
  static boolean take(MemorySegment file, int slot, long generation, long next) {
    return LONG.compareAndSet(file, entry(slot, DONE), generation, next);
  }

  /** {@return where in the file {@code done} of a slot lies, for who has no mapping} */
  static long doneAt(int slot) {
    return entry(slot, DONE);
  }

  /** {@return where in the file the generation of a slot lies, for who has no mapping} */
  static long generationAt(int slot) {
    return entry(slot, GENERATION);
  }

  /** {@return where in the file the beginning of a slot's region lies, for who has no mapping} */
  static long beginningAt(int slot) {
    return entry(slot, BEGINNING);
  }
}
