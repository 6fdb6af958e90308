package org.ferryipc.unix.region;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.unix.descriptor.KernelFailures;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.FileCalls;
import org.ferryipc.unix.kernel.PacketBuffer;

/** Writes payloads into memory files by {@code pwrite}, which finds the pages, and says so when there are none. */
final class PayloadWriter {
  private PayloadWriter() {}

  /** Writes {@code sources}, heap or native, one behind the other, to {@code at} of the file. */
  static void put(int number, List<MemorySegment> sources, long at, PacketBuffer buffer) throws IpcException {
    long place = at;
    for (MemorySegment source : sources) {
      put(number, source, 0, source.byteSize(), place, buffer);
      place += source.byteSize();
    }
  }

  /** Writes a part of {@code source}, heap or native, to {@code at} of the file. */
  static void put(int number, MemorySegment source, long offset, long length, long at, PacketBuffer buffer)
      throws IpcException {
    if (source.isNative()) {
      put(number, source.asSlice(offset, length), at);
      return;
    }
    MemorySegment piece = buffer.memory();
    for (long done = 0; done < length; ) {
      long now = Math.min(piece.byteSize(), length - done);
      MemorySegment.copy(source, offset + done, piece, 0, now);
      put(number, piece.asSlice(0, now), at + done);
      done += now;
    }
  }

  static void put(int number, MemorySegment piece, long at) throws IpcException {
    for (long done = 0; done < piece.byteSize(); ) {
      long written = FileCalls.pwrite(number, piece.asSlice(done), at + done);
      if (written <= 0) {
        throw KernelFailures.typed("payload of a large message: pwrite", written == 0 ? Errno.ENOSPC : (int) -written);
      }
      done += written;
    }
  }
}
