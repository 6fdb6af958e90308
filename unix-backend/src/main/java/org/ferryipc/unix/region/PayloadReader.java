package org.ferryipc.unix.region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.unix.descriptor.KernelFailures;
import org.ferryipc.unix.kernel.FileCalls;
import org.ferryipc.unix.kernel.FileStatus;
import org.ferryipc.unix.kernel.PacketBuffer;

/**
 * Reads a payload out of the sender's file, into private memory, in pieces: a sender that scribbles meanwhile changes at
 * most its own message, and one that used the file again is found out by the generation.
 */
public final class PayloadReader {
  private PayloadReader() {}

  /**
   * Checks the file; must come before anything is allocated for the payload.
   *
   * @throws MalformedMessageException if it is not sealed ordinary memory with {@code length} bytes of payload present
   */
  public static void check(int number, long length, String channel) throws IpcException {
    FileStatus unused = SealedFile.checkPresent(number, PayloadPage.BYTES + length, channel);
  }

  /**
   * Checks a file of regions.
   *
   * @param size how long it has to be
   * @param length of how much there must be memory
   * @throws MalformedMessageException if it is not sealed ordinary memory of that size
   */
  static void checkAll(int number, long size, long length, String channel) throws IpcException {
    FileStatus status = SealedFile.checkPresent(number, length, channel);
    if (status.size() < size) {
      throw new MalformedMessageException(channel, "memory file", size + " bytes are claimed, it has " + status.size());
    }
  }

  /**
   * Reads a payload in a region of a file that is not mapped.
   *
   * @throws MalformedMessageException if there is none, or the file does not hold still
   */
  static void readRegion(int number, RegionAddress address, long length, MemorySegment into, String channel)
      throws IpcException {
    try (PacketBuffer buffer = PacketBuffer.borrow()) {
      long at = word(number, GroundWords.beginningAt(address.slot()), buffer, channel);
      if (at < GroundWords.DATA_AT || at > Long.MAX_VALUE - length) {
        throw new MalformedMessageException(channel, "region", "it begins at " + at);
      }
      pullAll(number, at, length, into, buffer, channel);
      if (word(number, GroundWords.generationAt(address.slot()), buffer, channel) != address.generation()) {
        throw new MalformedMessageException(channel, "region", "it was written again while it was read");
      }
    }
  }

  /**
   * Reads the payload into {@code into}, heap or native, from its beginning.
   *
   * @param generation which use of the file the frame names
   * @throws MalformedMessageException if the file does not hold still
   */
  public static void read(int number, long generation, long length, MemorySegment into, String channel)
      throws IpcException {
    try (PacketBuffer buffer = PacketBuffer.borrow()) {
      pullAll(number, PayloadPage.BYTES, length, into, buffer, channel);
      if (word(number, PayloadPage.GENERATION_AT, buffer, channel) != generation) {
        throw new MalformedMessageException(channel, "payload file", "it was written again while it was read");
      }
    }
  }

  private static void pullAll(
      int number, long at, long length, MemorySegment into, PacketBuffer buffer, String channel) throws IpcException {
    if (into.isNative()) {
      pull(number, into.asSlice(0, length), at, channel);
      return;
    }
    MemorySegment piece = buffer.memory();
    for (long done = 0; done < length; ) {
      long now = Math.min(piece.byteSize(), length - done);
      pull(number, piece.asSlice(0, now), at + done, channel);
      MemorySegment.copy(piece, 0, into, done, now);
      done += now;
    }
  }

  /**
   * Tells the sender that this use of a {@linkplain #check checked} file is over, whether it was read or not. A failure to mark
   * costs the sender nothing.
   */
  public static void done(int number, long generation) {
    try (PacketBuffer buffer = PacketBuffer.borrow()) {
      MemorySegment word = buffer.memory().asSlice(0, Long.BYTES);
      word.set(ValueLayout.JAVA_LONG, 0, generation);
      mark(number, word, PayloadPage.DONE_AT);
    }
  }

  static void mark(int number, MemorySegment word, long at) {
    long unused = FileCalls.pwrite(number, word, at);
  }

  private static long word(int number, long at, PacketBuffer buffer, String channel) throws IpcException {
    MemorySegment word = buffer.memory().asSlice(0, Long.BYTES);
    pull(number, word, at, channel);
    return word.get(ValueLayout.JAVA_LONG, 0);
  }

  private static void pull(int number, MemorySegment into, long at, String channel) throws IpcException {
    for (long done = 0; done < into.byteSize(); ) {
      long got = FileCalls.pread(number, into.asSlice(done), at + done);
      if (got < 0) {
        throw KernelFailures.typed(channel + ": reading a payload file: pread", (int) -got);
      }
      if (got == 0) {
        throw new MalformedMessageException(channel, "payload file", "it ends early");
      }
      done += got;
    }
  }
}
