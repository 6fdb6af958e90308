package org.ferryipc.unix.hostile;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Mappings;
import org.ferryipc.unix.kernel.MemoryFiles;

/**
 * A file of regions, word by word: a sender's as a test makes it, or a library's as its receiver sees it. Laid out from the
 * description and not by the code under test.
 */
final class RawGround {
  static final long ID = 0x1234_5678_9ABC_DEF0L;
  static final int DATA_AT = 266_240;

  private static final int USED_SLOTS = 8;
  private static final int FILLING = 64;
  private static final int KNOWN = 128;
  private static final int ROOM = 192;
  private static final int ENTRY = 128;
  private static final int DIRECTORY = 4096;
  private static final int LENGTH = 8;
  private static final int PROGRESS = 16;
  private static final int BEGINNING = 24;
  private static final int DONE = 64;

  private final int file;
  private final MemorySegment mapped;

  private RawGround(int file, MemorySegment mapped) {
    this.file = file;
    this.mapped = mapped;
  }

  /** {@return a ground with room for {@code data} bytes, with memory behind the words only; the caller closes the file} */
  static RawGround make(long data, int seals, Arena arena) throws KernelException {
    int file = Strange.sparseFile(DATA_AT + data, seals);
    RawGround ground = of(file, DATA_AT + data, arena);
    ground.word(0, ID);
    ground.word(USED_SLOTS, 1);
    ground.word(DIRECTORY, 0);
    ground.beginning(0, DATA_AT);
    return ground;
  }

  static RawGround of(int file, long size, Arena arena) throws KernelException {
    return new RawGround(file, Mappings.map(file, 0, size, Mappings.PROT_READ | Mappings.PROT_WRITE, arena));
  }

  int file() {
    return file;
  }

  MemorySegment mapped() {
    return mapped;
  }

  MemorySegment data() {
    return mapped.asSlice(DATA_AT);
  }

  void word(long at, long value) {
    mapped.set(ValueLayout.JAVA_LONG, at, value);
  }

  long word(long at) {
    return mapped.get(ValueLayout.JAVA_LONG, at);
  }

  private static long entry(int slot) {
    return DIRECTORY + (long) ENTRY * slot;
  }

  void usedSlots(long count) {
    word(USED_SLOTS, count);
  }

  void filling(long slot) {
    word(FILLING, slot);
  }

  void known(long value) {
    word(KNOWN, value);
  }

  long known() {
    return word(KNOWN);
  }

  void room(long bytes) {
    word(ROOM, bytes);
  }

  long room() {
    return word(ROOM);
  }

  void generation(int slot, long value) {
    word(entry(slot), value);
  }

  long generation(int slot) {
    return word(entry(slot));
  }

  void length(int slot, long value) {
    word(entry(slot) + LENGTH, value);
  }

  void progress(int slot, long value) {
    word(entry(slot) + PROGRESS, value);
  }

  void beginning(int slot, long value) {
    word(entry(slot) + BEGINNING, value);
  }

  long beginning(int slot) {
    return word(entry(slot) + BEGINNING);
  }

  void done(int slot, long value) {
    word(entry(slot) + DONE, value);
  }

  long done(int slot) {
    return word(entry(slot) + DONE);
  }

  /** Puts memory behind all of it, or as much as there is. */
  void reserve() throws KernelException {
    MemoryFiles.reserve(file, 0, mapped.byteSize());
  }
}
