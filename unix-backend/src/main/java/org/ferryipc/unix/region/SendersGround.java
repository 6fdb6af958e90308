package org.ferryipc.unix.region;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.ownership.CloseFailures;
import org.ferryipc.core.region.RegionGround;
import org.ferryipc.core.region.RegionPolicy;
import org.ferryipc.core.region.RegionPool;
import org.ferryipc.unix.descriptor.KernelFailures;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Mappings;
import org.ferryipc.unix.kernel.MemoryFiles;
import org.jspecify.annotations.Nullable;

/**
 * The ground of one sending end: a sealed memory file, mapped whole, in which its regions lie; {@link GroundWords} has the layout.
 * One file and not one for each region, so that a channel costs one descriptor on either side however many regions it has,
 * and a receiver that has the file needs no descriptor with a message.
 *
 * <p>A region's memory is given back by a hole in the file: that frees it at once, whatever the receiver keeps; to unmap
 * and close would free nothing while the receiver has its mapping. No two regions share a page, whatever the system's page size:
 * a hole has whole pages.
 *
 * <p>{@link #make} and {@link #giveBack} are under the pool's lock. The file ends with the last {@link #release}: the end and each
 * taken region use it.
 */
final class SendersGround implements RegionGround<FileRegion> {
  /** Only addresses: memory is behind regions alone. As much as the default limit of one message. */
  static final long DATA_BYTES = 64L << 20;

  /** A longer message has a file of its own: a region of that size would hardly ever be kept. */
  static final long LARGEST_REGION = DATA_BYTES / 4;

  private final int number;
  private final MemorySegment file;
  private final long page;
  private final long dataAt;
  private final long id = ThreadLocalRandom.current().nextLong();
  private final Buddies parts = new Buddies(DATA_BYTES);
  private final BitSet slots = new BitSet();
  private final RegionPool<FileRegion> pool;
  private long directory; // so much of the file's beginning has memory; under the pool's lock
  private final AtomicInteger uses = new AtomicInteger(1);

  private SendersGround(int number, MemorySegment file, long page, RegionPolicy policy) {
    this.number = number;
    this.file = file;
    this.page = page;
    this.dataAt = dataAt(page);
    this.pool = new RegionPool<>(this, policy);
  }

  /**
   * {@return a fresh ground}, used by the caller
   *
   * @throws IpcException if the system has no descriptor, no addresses or no page for it
   */
  static SendersGround create(RegionPolicy policy) throws IpcException {
    return create(policy, Mappings.pageSize());
  }

  /** As the other, for a page size that is a multiple of the system's. */
  static SendersGround create(RegionPolicy policy, long page) throws IpcException {
    long size = dataAt(page) + DATA_BYTES;
    int number = SealedFile.create("ferry-regions", size, false);
    boolean done = false;
    try {
      MemorySegment file = Mappings.map(number, 0, size, Mappings.PROT_READ | Mappings.PROT_WRITE);
      try {
        SendersGround made = new SendersGround(number, file, page, policy);
        made.furnish(0);
        GroundWords.id(file, made.id);
        done = true;
        return made;
      } finally {
        if (!done) {
          Mappings.unmap(file);
        }
      }
    } catch (KernelException e) {
      throw KernelFailures.typed("memory for regions", e);
    } finally {
      if (!done) {
        boolean unused = Descriptors.discard(number);
      }
    }
  }

  private static long dataAt(long page) {
    return Mappings.wholePages(GroundWords.DATA_AT, page);
  }

  // What a region of a capacity takes of the file.
  private long part(long capacity) {
    return Math.max(capacity, page);
  }

  /** {@return what is used of the file for {@code bytes} of a region}: whole pages, and no more than is the region's */
  long pages(long bytes, long capacity) {
    return Math.min(part(capacity), Mappings.wholePages(bytes, page));
  }

  RegionPool<FileRegion> pool() {
    return pool;
  }

  // Memory for the words up to those of a slot. An access that finds none would be an Error.
  private void furnish(int slot) throws IpcException {
    long needed = Mappings.wholePages(GroundWords.endOf(slot), page);
    if (needed > directory) {
      populate(directory, needed - directory);
      directory = needed;
    }
  }

  int number() {
    return number;
  }

  long id() {
    return id;
  }

  MemorySegment file() {
    return file;
  }

  @Override
  public @Nullable FileRegion make(long capacity) throws IpcException {
    int slot = slots.nextClearBit(0);
    if (slot == GroundWords.SLOTS) {
      return null;
    }
    furnish(slot);
    long at = parts.take(part(capacity));
    if (at < 0) {
      return null;
    }
    slots.set(slot);
    GroundWords.beginning(file, slot, dataAt + at);
    GroundWords.usedSlots(file, slots.length());
    return new FileRegion(this, slot, dataAt + at, capacity);
  }

  @Override
  public void giveBack(FileRegion region) {
    region.retire();
    punch(region.touched());
    parts.give(region.at() - dataAt, part(region.capacity()));
    slots.clear(region.slot());
  }

  /** Gives the memory behind a part of the file back to the system: there are zeros then. */
  void punch(MemorySegment part) {
    try {
      if (part.byteSize() > 0) {
        Mappings.advise(part, Mappings.MADV_REMOVE);
      }
    } catch (KernelException e) { // no kernel with memory files lacks it
      part.fill((byte) 0);
      CloseFailures.report("giving memory back", e);
    }
  }

  /** Puts memory behind a part of the file and into the mapping. */
  void populate(long at, long bytes) throws IpcException {
    try {
      Mappings.populate(file.asSlice(at, bytes));
    } catch (KernelException e) {
      if (e.errno() != Errno.EINVAL) { // before Linux 5.14
        throw KernelFailures.typed("memory of a message", e.errno() == Errno.EFAULT ? Errno.ENOMEM : e.errno());
      }
      reserve(at, bytes);
    }
  }

  private void reserve(long at, long bytes) throws IpcException {
    try {
      MemoryFiles.reserve(number, at, bytes);
    } catch (KernelException e) {
      throw KernelFailures.typed("memory of a message", e);
    }
  }

  /** Begins one more use of the file. {@return false if it has ended} */
  boolean retain() {
    int seen = uses.get();
    while (seen > 0) {
      if (uses.compareAndSet(seen, seen + 1)) {
        return true;
      }
      seen = uses.get();
    }
    return false;
  }

  /** Ends a use. Any thread. */
  void release() {
    if (uses.decrementAndGet() == 0) {
      try {
        Mappings.unmap(file);
      } catch (KernelException e) {
        throw new IllegalStateException(e);
      } finally {
        boolean unused = Descriptors.discard(number);
      }
    }
  }
}
