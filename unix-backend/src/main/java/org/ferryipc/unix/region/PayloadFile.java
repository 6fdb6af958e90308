package org.ferryipc.unix.region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.PacketBuffer;

/**
 * A file for one payload: of a channel's first large message, of one that is too large for a region, or of one for which no
 * region is free. A {@linkplain PayloadPage page} for both sides, then the payload.
 */
public final class PayloadFile {
  private final int number;
  private final long generation;

  private PayloadFile(int number, long generation) {
    this.number = number;
    this.generation = generation;
  }

  /**
   * {@return a file that holds {@code source}, then {@code tail}}; to be {@linkplain #discard discarded}
   *
   * @throws IpcException if the system has no descriptor or memory for it
   */
  public static PayloadFile holding(List<MemorySegment> sources, long length, byte[] tail, int tailLength)
      throws IpcException {
    return holding(FileRegion.nextGeneration(), sources, length, tail, tailLength);
  }

  static PayloadFile holding(
      long generation, List<MemorySegment> sources, long length, byte[] tail, int tailLength) throws IpcException {
    int number = SealedFile.create("ferry-payload", PayloadPage.BYTES + length + tailLength, false);
    boolean written = false;
    try (PacketBuffer buffer = PacketBuffer.borrow()) {
      MemorySegment first = buffer.memory().asSlice(0, Long.BYTES);
      first.set(ValueLayout.JAVA_LONG, 0, generation);
      PayloadWriter.put(number, first, PayloadPage.GENERATION_AT);
      PayloadWriter.put(number, sources, PayloadPage.BYTES, buffer);
      PayloadWriter.put(number, MemorySegment.ofArray(tail), 0, tailLength, PayloadPage.BYTES + length, buffer);
      written = true;
      return new PayloadFile(number, generation);
    } finally {
      if (!written) {
        boolean unused = Descriptors.discard(number);
      }
    }
  }

  /** {@return the number to send} */
  public int number() {
    return number;
  }

  /** {@return the generation that the frame names} */
  public long generation() {
    return generation;
  }

  /** Closes the file here. */
  public void discard() {
    boolean unused = Descriptors.discard(number);
  }
}
