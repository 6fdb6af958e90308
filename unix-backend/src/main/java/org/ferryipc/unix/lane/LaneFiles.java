package org.ferryipc.unix.lane;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.unix.descriptor.KernelFailures;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.FileStatus;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Mappings;
import org.ferryipc.unix.kernel.MemoryFiles;
import org.jspecify.annotations.Nullable;

/** The memory files in which lanes lie: making them, and believing those of a peer. */
final class LaneFiles {
  static final int LEAST_RING = 4096;
  static final int LARGEST_RING = 1 << 30;

  private static final String NAME = "ferry-lane";
  private static final int SEALS = MemoryFiles.SEAL_SHRINK | MemoryFiles.SEAL_GROW | MemoryFiles.SEAL_SEAL;
  private static final int NO_WRITING = MemoryFiles.SEAL_WRITE | MemoryFiles.SEAL_FUTURE_WRITE;
  private static final int BOTH_WAYS = Mappings.PROT_READ | Mappings.PROT_WRITE;

  // proc_sys_vm(5): with 2 the kernel promises no memory that it does not have, and a page that it cannot give ends the
  // process that touches it. Then the pages are asked for before the file is mapped.
  private static final boolean STRICT = isStrict(Path.of("/proc/sys/vm/overcommit_memory"));

  private LaneFiles() {}

  /** {@return whether a ring may have this size} */
  static boolean isRing(long bytes) {
    return bytes >= LEAST_RING && bytes <= LARGEST_RING && Long.bitCount(bytes) == 1;
  }

  /** {@return the size of the file for a ring} */
  static long bytes(long ringBytes) {
    return LaneMemory.HEADER + ringBytes;
  }

  /**
   * {@return a fresh lane's file, sealed, which the caller owns}
   *
   * @throws KernelException if there is no descriptor or no memory for it
   */
  static int create(int ringBytes) throws KernelException {
    long size = bytes(ringBytes);
    int made = MemoryFiles.create(NAME);
    boolean done = false;
    try {
      MemoryFiles.resize(made, size);
      if (STRICT) {
        MemoryFiles.reserve(made, 0, size);
      }
      MemoryFiles.addSeals(made, SEALS);
      done = true;
      return made;
    } finally {
      if (!done) {
        boolean unused = Descriptors.discard(made);
      }
    }
  }

  /**
   * {@return whether a peer's descriptor is what {@link #create} makes} The seals come first: all that could answer late,
   * change its size or not be memory at all has none.
   */
  static boolean isLane(int descriptor, long ringBytes) throws KernelException {
    if (!isRing(ringBytes)) {
      return false;
    }
    int seals = MemoryFiles.seals(descriptor);
    if (seals < 0 || (seals & SEALS) != SEALS || (seals & NO_WRITING) != 0) {
      return false;
    }
    if (MemoryFiles.fileSystem(descriptor) != MemoryFiles.TMPFS) {
      return false;
    }
    FileStatus status = Descriptors.status(descriptor);
    return status.size() == bytes(ringBytes);
  }

  /** {@return a lane's file, mapped} Its size counts in {@code budget} until it is unmapped; null if there is no room there. */
  static @Nullable LaneMemory map(int descriptor, long ringBytes, LaneBudget budget) throws KernelException {
    long size = bytes(ringBytes);
    if (!budget.take(size)) {
      return null;
    }
    boolean done = false;
    try {
      if (STRICT) { // a peer may be another program
        MemoryFiles.reserve(descriptor, 0, size);
      }
      LaneMemory memory = LaneMemory.shared(Mappings.map(descriptor, 0, size, BOTH_WAYS), budget);
      done = true;
      return memory;
    } finally {
      if (!done) {
        budget.giveBack(size);
      }
    }
  }

  /** Takes a peer's lane [R10]. {@return null if it is refused}; the descriptor is closed in any case */
  static @Nullable LaneMemory accept(int descriptor, long ringBytes, LaneBudget budget) {
    try {
      return isLane(descriptor, ringBytes) ? map(descriptor, ringBytes, budget) : null;
    } catch (KernelException refused) {
      return null;
    } finally {
      boolean unused = Descriptors.discard(descriptor);
    }
  }

  /**
   * {@return memory of this process alone that holds records from {@code head} on}
   *
   * @param records not none, and at most {@link #LARGEST_RING} bytes
   * @throws IpcException if there is no memory, or no descriptor for a moment
   */
  static LaneMemory holding(long head, byte[] records) throws IpcException {
    int ring = Math.max(LEAST_RING, Integer.highestOneBit(records.length - 1) << 1);
    // Not of the process's budget: a receiver that was sent to us with its messages must be able to read them.
    LaneBudget own = new LaneBudget(Long.MAX_VALUE, 1);
    try {
      int made = create(ring);
      try {
        long size = bytes(ring);
        boolean unused = own.take(size);
        return LaneMemory.holding(Mappings.map(made, 0, size, BOTH_WAYS), head, records, own);
      } finally {
        boolean unused = Descriptors.discard(made);
      }
    } catch (KernelException e) {
      throw KernelFailures.typed("memory for a moved receiver's unread messages", e);
    }
  }

  static boolean isStrict(Path setting) {
    try {
      List<String> lines = Files.readAllLines(setting); // readString gives one character of files below /proc
      return !lines.isEmpty() && lines.getFirst().strip().equals("2");
    } catch (IOException unknown) {
      return false;
    }
  }
}
