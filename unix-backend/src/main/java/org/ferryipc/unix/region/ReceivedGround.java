package org.ferryipc.unix.region;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.transport.LentRegion;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.FileStatus;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.MemoryFiles;
import org.ferryipc.unix.kernel.Mappings;
import org.jspecify.annotations.Nullable;

/**
 * The ground of a sender, at its receiver: mapped once, and kept with its descriptor, because a receiver that moves takes it along.
 *
 * <p>The mapping cannot fault: the file was checked to be ordinary memory sealed against shrinking, and stays open through the
 * mapping. A sender that punches holes makes us read zeros, and makes the kernel find pages for them. The mapping ends when the
 * receiver has forgotten it and the last loan was released, by any thread; all else is under the turn.
 */
public final class ReceivedGround {
  // Each is a mapping and a descriptor. With more a message is read by calls, as from a file of its own.
  private static final int MOST_IN_PROCESS = 256;
  private static final AtomicInteger IN_PROCESS = new AtomicInteger();

  private static final long LARGEST =
      Mappings.wholePages(GroundWords.DATA_AT, Mappings.LARGEST_PAGE) + SendersGround.DATA_BYTES;

  // No safepoint can be reached inside one copy.
  static final long PIECE = 64 << 10;

  private final long id;
  private final int number;
  private final MemorySegment file;
  private final AtomicInteger uses = new AtomicInteger(1);
  private volatile boolean departing;
  private long roomSaid = -1; // an older owner of the receiver may have said something

  private ReceivedGround(int number, MemorySegment file) {
    this.number = number;
    this.file = file;
    this.id = GroundWords.id(file);
  }

  /**
   * Checks and maps a sender's file.
   *
   * @param number the ground's, if there is one now; else the caller's still
   * @return null if this process has enough of them, or the file is larger than any of Ferry's
   * @throws MalformedMessageException if it is not sealed ordinary memory, or too small
   */
  static @Nullable ReceivedGround open(int number, String channel) throws IpcException {
    FileStatus status = SealedFile.checkPresent(number, GroundWords.endOf(0), channel);
    if (status.size() > LARGEST || !mayWrite(number)) {
      return null;
    }
    if (status.size() <= GroundWords.DATA_AT) {
      throw new MalformedMessageException(channel, "region", "a ground of " + status.size() + " bytes");
    }
    if (IN_PROCESS.incrementAndGet() <= MOST_IN_PROCESS) {
      try {
        return new ReceivedGround(
            number, Mappings.map(number, 0, status.size(), Mappings.PROT_READ | Mappings.PROT_WRITE));
      } catch (KernelException refused) {
        // Reading by calls needs no more than the descriptor.
      }
    }
    IN_PROCESS.decrementAndGet();
    return null;
  }

  // Such a file cannot be mapped to be marked; its messages are read all the same.
  private static boolean mayWrite(int number) {
    return (MemoryFiles.seals(number) & (MemoryFiles.SEAL_WRITE | MemoryFiles.SEAL_FUTURE_WRITE)) == 0;
  }

  long id() {
    return id;
  }

  int number() {
    return number;
  }

  MemorySegment file() {
    return file;
  }

  /** Tells the sender that its messages need no descriptor from now on. */
  void welcome() {
    GroundWords.known(file, true);
  }

  /** {@return whether the sender will send the descriptor again, and nothing is under way that lacks it} */
  boolean dismissed() {
    GroundWords.known(file, false);
    VarHandle.fullFence(); // the sender begins a use and then looks; we look after what we wrote: one of us sees the other
    int used = GroundWords.usedSlots(file);
    for (int slot = 0; slot < used; slot++) {
      long generation = GroundWords.generation(file, slot);
      if (generation != 0 && GroundWords.done(file, slot) != generation) {
        GroundWords.known(file, true);
        return false;
      }
    }
    return true;
  }

  /**
   * {@return where a message of {@code length} bytes in a region begins}
   *
   * @throws MalformedMessageException if no such region is in the file, or it is in another use
   */
  long payloadAt(RegionAddress address, long length, String channel) throws MalformedMessageException {
    int slot = address.slot();
    long at = slot < 0 ? -1 : beginning(slot, length);
    if (at < 0) {
      throw new MalformedMessageException(channel, "region", "slot " + slot + ", " + length + " bytes");
    }
    requireUse(address, channel);
    return at;
  }

  /** {@return where the region of a slot begins; negative if {@code length} bytes from there are not in the file} */
  long beginning(int slot, long length) {
    long at = GroundWords.beginning(file, slot);
    return at >= GroundWords.DATA_AT && length >= 0 && at <= file.byteSize() - length ? at : -1;
  }

  private void requireUse(RegionAddress address, String channel) throws MalformedMessageException {
    if (GroundWords.generation(file, address.slot()) != address.generation()) {
      throw new MalformedMessageException(channel, "region", "it was written again while it was read");
    }
  }

  /** Copies a message into private memory: each byte is read once. */
  void read(RegionAddress address, long length, MemorySegment into, String channel) throws MalformedMessageException {
    long at = payloadAt(address, length, channel);
    for (long done = 0; done < length; ) {
      done += copy(at, done, length, into);
    }
    VarHandle.acquireFence(); // the second look stays behind the copy also where loads may change places
    requireUse(address, channel);
  }

  long copy(long at, long from, long to, MemorySegment into) {
    long now = Math.min(PIECE, to - from);
    MemorySegment.copy(file, at + from, into, from, now);
    return now;
  }

  /** Tells the sender how long a message the next receive would follow. */
  void say(long room) {
    if (room != roomSaid) {
      roomSaid = room;
      GroundWords.room(file, room);
    }
  }

  /** Gives a region back to the sender. A slot that there is not has nothing to give back. */
  void done(RegionAddress address, long length) {
    int slot = address.slot();
    if (slot < 0) {
      return;
    }
    GroundWords.done(file, slot, address.generation());
    VarHandle.fullFence(); // we look whether the receiver departs behind what we wrote, it looks at that behind its word
    if (departing) {
      wipe(slot, address.generation(), length);
    }
  }

  // What was read, unless its sender has taken the region back meanwhile: it overwrites what is there itself. {@return whether}
  private boolean wipe(int slot, long generation, long length) {
    if (!GroundWords.take(file, slot, generation, GroundWords.WIPING)) {
      return false;
    }
    wipe(slot, length);
    GroundWords.done(file, slot, generation);
    return true;
  }

  private void wipe(int slot, long length) {
    long at = beginning(slot, length);
    if (at >= 0) {
      file.asSlice(at, length).fill((byte) 0);
    }
  }

  /**
   * Makes unreadable what this receiver has read and its successor must not see: called before the receiver travels. What is
   * still held is wiped when it is released.
   */
  void depart() {
    departing = true;
    VarHandle.fullFence(); // see done()
    int used = GroundWords.usedSlots(file);
    long left = file.byteSize(); // regions do not overlap; whose do, keeps us no longer for it
    for (int slot = 0; slot < used && left > 0; slot++) {
      long generation = GroundWords.generation(file, slot);
      long length = GroundWords.length(file, slot);
      if (generation != 0 && wipe(slot, generation, length)) {
        left -= Math.max(0, length);
      }
    }
  }

  /** The receiver did not travel. */
  void stay() {
    departing = false;
  }

  /** {@return the message where it lies} It stays until it is released, whatever becomes of the receiver. */
  LentRegion lend(RegionAddress address, long length, String channel) throws MalformedMessageException {
    long at = payloadAt(address, length, channel);
    uses.incrementAndGet();
    return new Lent(this, address, file.asSlice(at, length).asReadOnly());
  }

  /** Ends the receiver's use. */
  void forget() {
    boolean unused = Descriptors.discard(number);
    release();
  }

  private void release() {
    if (uses.decrementAndGet() == 0) {
      IN_PROCESS.decrementAndGet();
      try {
        Mappings.unmap(file);
      } catch (KernelException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private record Lent(ReceivedGround ground, RegionAddress address, MemorySegment memory) implements LentRegion {
    @Override
    public MemorySegment memory(Arena life, Object kept) {
      return LentMemory.until(memory, life, kept);
    }

    @Override
    public void release() {
      ground.done(address, memory.byteSize());
      ground.release();
    }

    @Override
    public String toString() {
      return "message in a region";
    }
  }
}
