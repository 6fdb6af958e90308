package org.ferryipc.unix.region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
 * <p>The first use fills it by {@code pwrite}, which is cheaper than page faults; later uses write through a mapping.
 */
public final class PayloadFile {
  private final int number;
  private final long size;
  private long generation;
  private long highWater;
  private boolean neverSent = true;
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
    return length <= size - PayloadFiles.PAYLOAD_AT;
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
    // The receiver writes by pwrite; acquire orders our later writes of the payload behind this read.
    return (long) LONG.getAcquire(seen, PayloadFiles.DONE_AT) == generation;
  }

  private static final java.lang.invoke.VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  void markFree() {
    neverSent = true;
  }

  void write(long use, MemorySegment source, long offset, long length, byte[] tail, int tailLength)
      throws IpcException {
    long end = length + tailLength;
    generation = use;
    MemorySegment target = mapping;
    if (target == null && highWater > 0) {
      target = map(); // what an earlier use left behind the new end has to go, and only this way removes it
    }
    if (target != null) {
      if (end > highWater) {
        // A store through a mapping cannot report that memory is short; this can.
        reserve(PayloadFiles.PAYLOAD_AT + end);
      }
      target.set(ValueLayout.JAVA_LONG, PayloadFiles.GENERATION_AT, use);
      MemorySegment.copy(source, offset, target, PayloadFiles.PAYLOAD_AT, length);
      MemorySegment.copy(tail, 0, target, ValueLayout.JAVA_BYTE, PayloadFiles.PAYLOAD_AT + length, tailLength);
      if (highWater > end) {
        // A receiver that was moved meanwhile must not find older messages behind this one.
        target.asSlice(PayloadFiles.PAYLOAD_AT + end, highWater - end).fill((byte) 0);
      }
    } else {
      try (PacketBuffer buffer = PacketBuffer.borrow()) {
        MemorySegment first = buffer.memory();
        first.set(ValueLayout.JAVA_LONG, 0, use);
        put(first.asSlice(0, Long.BYTES), PayloadFiles.GENERATION_AT);
        putAll(source, offset, length, PayloadFiles.PAYLOAD_AT, buffer);
        putAll(MemorySegment.ofArray(tail), 0, tailLength, PayloadFiles.PAYLOAD_AT + length, buffer);
      }
    }
    highWater = end;
    neverSent = false;
  }

  private void putAll(MemorySegment source, long offset, long length, long at, PacketBuffer buffer)
      throws IpcException {
    if (source.isNative()) {
      put(source.asSlice(offset, length), at);
      return;
    }
    MemorySegment piece = buffer.memory();
    for (long done = 0; done < length; ) {
      long now = Math.min(piece.byteSize(), length - done);
      MemorySegment.copy(source, offset + done, piece, 0, now);
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
