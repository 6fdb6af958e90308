package org.ferryipc.unix.region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.region.Region;
import org.ferryipc.unix.kernel.PacketBuffer;

/**
 * A region in the ground of a sending end. Used by one thread at a time, but for {@link #isReleased} and {@link #claim}, which are
 * under the pool's lock.
 *
 * <p><b>Whose it is.</b> Each use writes a generation that never repeats. The region is the receiver's from the packet that names
 * the use until {@code done} is that generation; then whoever changes {@code done} by a compare-and-set has it: the sender, to use
 * it again or give it back, or a receiver that is about to move and wipes what its successor must not see. The sender believes
 * nothing else of the ground. A receiver that lies gets its messages mixed up, and no bytes but those of its own channel.
 *
 * <p>The memory behind the {@linkplain #highWater last use} is always zero. The first use of a region fills it by {@code pwrite},
 * which is cheaper than page faults and than finding zeroed pages; later uses write through the mapping.
 */
public final class FileRegion extends Region {
  // What the receiver reads while the next such piece is written; both fit into a second-level cache together.
  private static final long PIECE = 64 << 10;

  private static final long NEVER_USED = 0;

  // Process-wide, so that no two uses of anything can be confused by a late mark.
  private static final AtomicLong GENERATIONS = new AtomicLong(NEVER_USED + 1);

  private final SendersGround ground;
  private final int slot;
  private final long at;

  private long generation = NEVER_USED;
  private long length; // of the message in this use, as far as it is known
  private long highWater; // behind it all is zero
  private long present; // so many bytes were given memory
  private boolean mapped; // all of them have it, and are in the page table, or were

  FileRegion(SendersGround ground, int slot, long at, long capacity) {
    super(capacity);
    this.ground = ground;
    this.slot = slot;
    this.at = at;
  }

  /** {@return a generation for a use of anything} */
  static long nextGeneration() {
    return GENERATIONS.getAndIncrement();
  }

  SendersGround ground() {
    return ground;
  }

  int slot() {
    return slot;
  }

  long at() {
    return at;
  }

  /** {@return the part that has memory} */
  MemorySegment touched() {
    return ground.file().asSlice(at, present);
  }

  /** {@return where the packet of this use says that its payload is} */
  public RegionAddress address() {
    return new RegionAddress(ground.id(), generation, slot);
  }

  /** {@return the descriptor that has to go with the packet; negative if the receiver has it already} */
  public int descriptorToSend() {
    return GroundWords.isKnown(ground.file()) ? -1 : ground.number();
  }

  @Override
  protected boolean isReleased() {
    return GroundWords.done(ground.file(), slot) == generation;
  }

  @Override
  protected boolean claim() {
    return generation == NEVER_USED || GroundWords.take(ground.file(), slot, generation, NEVER_USED);
  }

  /** Takes the region out of the directory: nothing of it will be looked at. */
  void retire() {
    GroundWords.begin(ground.file(), slot, NEVER_USED, 0);
  }

  private void beginUse(long bytes) {
    length = bytes;
    generation = nextGeneration();
    GroundWords.begin(ground.file(), slot, generation, bytes);
  }

  /**
   * {@return memory of {@code size} bytes, all zero, in which a message can be written}
   *
   * @throws IpcException if there is no memory for it
   */
  MemorySegment lend(long size) throws IpcException {
    map(size);
    MemorySegment memory = ground.file().asSlice(at, highWater);
    memory.fill((byte) 0);
    highWater = size;
    beginUse(size);
    return ground.file().asSlice(at, size);
  }

  /** Says that the first {@code bytes} of the lent memory are the message. What was written behind them is wiped. */
  public void shorten(long bytes) {
    if (bytes < highWater) {
      ground.file().asSlice(at + bytes, highWater - bytes).fill((byte) 0);
    }
    length = bytes;
    GroundWords.length(ground.file(), slot, bytes);
  }

  /** The message was sent, and nobody writes here until it was read. */
  void depart() {
    highWater = length;
  }

  /** Wipes what was written and will not be sent: the receiver must not find it. */
  void withdraw() {
    if (highWater > 0) {
      if (mapped) {
        ground.file().asSlice(at, highWater).fill((byte) 0);
      } else { // to write zeros where memory could not be had would be an Error
        ground.punch(touched());
      }
      highWater = 0;
    }
    if (generation != NEVER_USED) {
      GroundWords.done(ground.file(), slot, generation); // nobody was told of this use
    }
  }

  private void map(long bytes) throws IpcException {
    long needed = Math.max(bytes, present);
    if (mapped && needed <= present) {
      return;
    }
    long whole = ground.pages(needed, capacity());
    long begun = System.nanoTime();
    ground.populate(at, whole);
    mapped = true;
    grew(whole, begun);
  }

  private void grew(long whole, long begun) {
    ground.pool().grew(this, whole - present, System.nanoTime() - begun);
    present = whole;
  }

  /** Begins a message of {@code bytes}: nothing that older ones left is behind it afterwards. */
  public void begin(long bytes) throws IpcException {
    if (present > 0) {
      map(bytes);
      if (bytes < highWater) {
        ground.file().asSlice(at + bytes, highWater - bytes).fill((byte) 0);
      }
    }
    highWater = bytes;
    beginUse(bytes);
  }

  /** {@return whether the receiver, by its word, would read the message that began while it is written} */
  public boolean isFollowed() {
    if (!mapped || GroundWords.room(ground.file()) < length || !GroundWords.isKnown(ground.file())) {
      return false;
    }
    GroundWords.filling(ground.file(), slot);
    return true;
  }

  /** Writes the message that began: {@code sources}, then {@code tail}, all together as long as was said then. */
  public void write(List<MemorySegment> sources, byte[] tail, int tailLength) throws IpcException {
    if (mapped) {
      copy(sources, tail, tailLength);
      return;
    }
    long begun = System.nanoTime();
    try (PacketBuffer buffer = PacketBuffer.borrow()) {
      PayloadWriter.put(ground.number(), sources, at, buffer);
      PayloadWriter.put(ground.number(), MemorySegment.ofArray(tail), 0, tailLength, at + length - tailLength, buffer);
    } finally { // some of it may be there also if it failed
      grew(ground.pages(length, capacity()), begun);
    }
  }

  private void copy(List<MemorySegment> sources, byte[] tail, int tailLength) {
    MemorySegment file = ground.file();
    long before = 0;
    for (MemorySegment source : sources) {
      for (long done = 0; done < source.byteSize(); ) {
        long now = Math.min(PIECE, source.byteSize() - done);
        MemorySegment.copy(source, done, file, at + before + done, now);
        done += now;
        GroundWords.advance(file, slot, generation, before + done);
      }
      before += source.byteSize();
    }
    MemorySegment.copy(tail, 0, file, ValueLayout.JAVA_BYTE, at + length - tailLength, tailLength);
    GroundWords.advance(file, slot, generation, length);
  }
}
