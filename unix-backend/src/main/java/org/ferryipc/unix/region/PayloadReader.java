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
   * Reads the payload into {@code into}, heap or native, from its beginning.
   *
   * @param generation which use of the file the frame names
   * @throws MalformedMessageException if the file does not hold still
   */
  public static void read(int number, long generation, long length, MemorySegment into, String channel)
      throws IpcException {
    try (PacketBuffer buffer = PacketBuffer.borrow()) {
      if (into.isNative()) {
        pull(number, into.asSlice(0, length), PayloadPage.BYTES, channel);
      } else {
        MemorySegment piece = buffer.memory();
        for (long done = 0; done < length; ) {
          long now = Math.min(piece.byteSize(), length - done);
          pull(number, piece.asSlice(0, now), PayloadPage.BYTES + done, channel);
          MemorySegment.copy(piece, 0, into, done, now);
          done += now;
        }
      }
      if (generation(number, buffer, channel) != generation) {
        throw new MalformedMessageException(channel, "payload file", "it was written again while it was read");
      }
    }
  }

  /**
   * Tells the sender that this use of a {@linkplain #check checked} file is over, whether it was read or not. A late mark of
   * an old use does nothing; a failure to mark costs the sender the file, nothing else.
   */
  public static void done(int number, long generation) {
    try (PacketBuffer buffer = PacketBuffer.borrow()) {
      MemorySegment word = buffer.memory().asSlice(0, Long.BYTES);
      word.set(ValueLayout.JAVA_LONG, 0, generation);
      long unused = FileCalls.pwrite(number, word, PayloadPage.DONE_AT);
    }
  }

  private static long generation(int number, PacketBuffer buffer, String channel) throws IpcException {
    MemorySegment word = buffer.memory().asSlice(0, Long.BYTES);
    pull(number, word, PayloadPage.GENERATION_AT, channel);
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
