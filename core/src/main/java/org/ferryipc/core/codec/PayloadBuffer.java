package org.ferryipc.core.codec;

import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.transport.Outgoing;

/**
 * The growing buffer of one encoder, with room in front for the frame header, so that encoding needs no second copy.
 *
 * <p>Never grows beyond its limit. One thread at a time. As an {@link OutputStream} it does nothing on flush and close.
 */
public final class PayloadBuffer extends OutputStream {
  private static final int FIRST_CAPACITY = 512;
  // A buffer that one large message made is not kept: an idle channel must not hold megabytes.
  private static final int LARGEST_KEPT = 1 << 20;

  private final int limit;
  private final String channel;
  private byte[] bytes = new byte[FIRST_CAPACITY];
  private int end = Outgoing.HEAD_ROOM;

  /**
   * An empty buffer.
   *
   * @param channel for error texts
   * @param limit most payload bytes
   */
  public PayloadBuffer(String channel, int limit) {
    this.channel = channel;
    this.limit = limit;
  }

  /** Appends one byte. */
  @Override
  public void write(int b) throws LimitExceededException {
    ensure(1);
    bytes[end++] = (byte) b;
  }

  /** Appends {@code count} bytes of {@code source} from {@code from}. */
  @Override
  public void write(byte[] source, int from, int count) throws LimitExceededException {
    ensure(count);
    System.arraycopy(source, from, bytes, end, count);
    end += count;
  }

  /** Appends the bytes of a segment. */
  public void write(MemorySegment source) throws LimitExceededException {
    long count = source.byteSize();
    ensure(count);
    MemorySegment.copy(source, ValueLayout.JAVA_BYTE, 0, bytes, end, (int) count);
    end += (int) count;
  }

  /** {@return the number of payload bytes} */
  public int length() {
    return end - Outgoing.HEAD_ROOM;
  }

  /** {@return the array: {@link Outgoing#HEAD_ROOM} bytes of room, then the payload}; valid until the next write */
  public byte[] array() {
    return bytes;
  }

  /** Empties the buffer for the next message. */
  public void reset() {
    end = Outgoing.HEAD_ROOM;
    if (bytes.length > LARGEST_KEPT) {
      bytes = new byte[FIRST_CAPACITY];
    }
  }

  private void ensure(long more) throws LimitExceededException {
    long wanted = length() + more;
    if (wanted > limit) {
      throw new LimitExceededException(channel, "messageBytes", limit, wanted);
    }
    long needed = end + more;
    if (needed > bytes.length) {
      long ceiling = (long) limit + Outgoing.HEAD_ROOM;
      bytes = Arrays.copyOf(bytes, (int) Math.min(ceiling, Math.max(needed, bytes.length * 2L)));
    }
  }
}
