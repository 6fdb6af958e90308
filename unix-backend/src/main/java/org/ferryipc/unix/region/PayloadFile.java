package org.ferryipc.unix.region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.unix.descriptor.KernelFailures;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.FileCalls;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Mappings;
import org.ferryipc.unix.kernel.MemoryFiles;
import org.ferryipc.unix.kernel.PacketBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One file for large payloads, owned by the sender; see {@link PayloadFiles}. Used by one thread at a time.
 *
 * <p>The first use fills it by {@code pwrite}, which is cheaper than page faults; later uses write through a mapping, and say
 * how far they are, so that a receiver can read behind the writer.
 */
public final class PayloadFile {
  // What the receiver reads while the next such piece is written; both fit into a second-level cache together.
  private static final long PIECE = 64 << 10;

  private final int number;
  private final long size;
  private long generation;
  private long highWater; // behind it the payload is zero
  private boolean neverSent = true;
  private boolean intact = true;
  private @Nullable MemorySegment mapping;

  private PayloadFile(int number, long size) {
    this.number = number;
    this.size = size;
  }

  static PayloadFile fresh(long size) throws IpcException {
    return new PayloadFile(SealedFile.create("ferry-payload", size, false), size);
  }

  /** {@return the number to send} */
  public int number() {
    return number;
  }

  /** {@return the generation of the present use} */
  public long generation() {
    return generation;
  }

  long size() {
    return size;
  }

  boolean holds(long length) {
    return length <= size - PayloadPage.BYTES;
  }

  /** {@return whether all is known of what it holds: no write failed} */
  boolean isIntact() {
    return intact;
  }

  /** {@return whether the receiver of the last use has read it} */
  boolean isFree() {
    if (neverSent) {
      return true;
    }
    MemorySegment seen = mapping;
    if (seen == null) {
      try {
        seen = map();
      } catch (IpcException noRoom) {
        return false;
      }
    }
    return PayloadPage.done(seen) == generation;
  }

  void markFree() {
    neverSent = true;
  }

  /** Begins a use; nothing that older ones left is behind {@code length} afterwards. */
  void begin(long use, long length) throws IpcException {
    generation = use;
    MemorySegment target = mapping;
    if (target == null && highWater > 0) {
      target = map(); // what an earlier use left behind the new end has to go, and only this way removes it
    }
    if (target != null) {
      if (length > highWater) {
        // A store through a mapping cannot report that memory is short; this can.
        reserve(PayloadPage.BYTES + length);
      } else {
        // A receiver that was moved meanwhile must not find older messages behind this one.
        target.asSlice(PayloadPage.BYTES + length, highWater - length).fill((byte) 0);
      }
      PayloadPage.begin(target, use, length);
    }
    highWater = length;
    neverSent = false;
  }

  /** {@return whether the receiver, by its word, would read a payload of {@code length} while it is written} */
  public boolean isFollowed(long length) {
    MemorySegment target = mapping;
    return target != null && PayloadPage.room(target) >= length;
  }

  /** As the other, of a payload in one piece. */
  public void write(MemorySegment source, long offset, long length, byte[] tail, int tailLength) throws IpcException {
    write(List.of(source.asSlice(offset, length)), length, tail, tailLength);
  }

  /**
   * Writes the payload of the use that began: {@code sources}, together {@code length} bytes, then {@code tail}, all together
   * as long as was said then.
   */
  public void write(List<MemorySegment> sources, long length, byte[] tail, int tailLength) throws IpcException {
    intact = false;
    MemorySegment target = mapping;
    if (target != null) {
      long before = 0;
      for (MemorySegment source : sources) {
        for (long done = 0; done < source.byteSize(); ) {
          long now = Math.min(PIECE, source.byteSize() - done);
          MemorySegment.copy(source, done, target, PayloadPage.BYTES + before + done, now);
          done += now;
          PayloadPage.advance(target, generation, before + done);
        }
        before += source.byteSize();
      }
      MemorySegment.copy(tail, 0, target, ValueLayout.JAVA_BYTE, PayloadPage.BYTES + length, tailLength);
      PayloadPage.advance(target, generation, length + tailLength);
    } else {
      try (PacketBuffer buffer = PacketBuffer.borrow()) {
        MemorySegment first = buffer.memory();
        first.set(ValueLayout.JAVA_LONG, 0, generation);
        put(first.asSlice(0, Long.BYTES), PayloadPage.GENERATION_AT);
        long at = PayloadPage.BYTES;
        for (MemorySegment source : sources) {
          putAll(source, at, buffer);
          at += source.byteSize();
        }
        putAll(MemorySegment.ofArray(tail).asSlice(0, tailLength), PayloadPage.BYTES + length, buffer);
      }
    }
    intact = true;
  }

  private void putAll(MemorySegment source, long at, PacketBuffer buffer) throws IpcException {
    if (source.isNative()) {
      put(source, at);
      return;
    }
    MemorySegment piece = buffer.memory();
    for (long done = 0; done < source.byteSize(); ) {
      long now = Math.min(piece.byteSize(), source.byteSize() - done);
      MemorySegment.copy(source, done, piece, 0, now);
      put(piece.asSlice(0, now), at + done);
      done += now;
    }
  }

  private void put(MemorySegment piece, long at) throws IpcException {
    for (long done = 0; done < piece.byteSize(); ) {
      long written = FileCalls.pwrite(number, piece.asSlice(done), at + done);
      if (written <= 0) {
        throw KernelFailures.typed("payload of a large message: pwrite", written == 0 ? Errno.ENOSPC : (int) -written);
      }
      done += written;
    }
  }

  private void reserve(long bytes) throws IpcException {
    try {
      MemoryFiles.reserve(number, 0, bytes);
    } catch (KernelException e) {
      throw KernelFailures.typed("payload of a large message", e);
    }
  }

  private MemorySegment map() throws IpcException {
    try {
      MemorySegment mapped = Mappings.map(number, 0, size, Mappings.PROT_READ | Mappings.PROT_WRITE);
      mapping = mapped;
      return mapped;
    } catch (KernelException e) {
      throw KernelFailures.typed("payload of a large message", e);
    }
  }

  void discard() {
    MemorySegment mapped = mapping;
    if (mapped != null) {
      mapping = null;
      try {
        Mappings.unmap(mapped);
      } catch (KernelException e) {
        throw new IllegalStateException(e);
      }
    }
    boolean unused = Descriptors.discard(number);
  }
}
