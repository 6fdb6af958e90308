package org.ferryipc.core.codec;

import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.transport.Outgoing;

/**
 * The growing buffer of one encoder, with room in front for the frame header, so that encoding needs no second copy.
 *
 * <p>Never grows beyond its limit. One thread at a time. As an {@link OutputStream} it does nothing on flush and close.
 */
public final class PayloadBuffer extends OutputStream {
  private static final int FIRST_CAPACITY = 512;
  // Longer ones are shared by all channels: of those of this length an idle end keeps up to four (BoundCodec).
  private static final int LARGEST_KEPT = 1 << 20;
  // A message that has come so far is taken to become as long as the last one. What doubling copied until here is little.
  private static final int EXPECTING = 64 << 10;

  private final int limit;
  private final String channel;
  private byte[] bytes = new byte[FIRST_CAPACITY];
  private int end = Outgoing.HEAD_ROOM;
  private int lastEnd;

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

  /**
   * Makes room for {@code count} more bytes, which whoever called writes into {@link #array} by itself and then {@linkplain
   * #advance announces}. Nothing is appended until then.
   *
   * @return where in the array they begin
   */
  public int reserve(long count) throws LimitExceededException {
    ensure(count);
    return end;
  }

  /**
   * Appends {@code count} bytes that stand in the array already.
   *
   * @throws IndexOutOfBoundsException if there was no room made for them
   */
  public void advance(int count) {
    java.util.Objects.checkFromIndexSize(end, count, bytes.length);
    end += count;
  }

  /** {@return the number of payload bytes} */
  public int length() {
    return end - Outgoing.HEAD_ROOM;
  }

  /** {@return the array: 16 bytes of room for the transport, then the payload}; valid until the next write */
  public byte[] array() {
    return bytes;
  }

  /** Empties the buffer for the next message. The array is no longer its own. */
  public void reset() {
    lastEnd = end;
    end = Outgoing.HEAD_ROOM;
    if (bytes.length > LARGEST_KEPT) {
      LargeArrays.give(bytes);
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
      grow(needed);
    }
  }

  private void grow(long needed) {
    byte[] old = bytes;
    long wanted = Math.max(needed, old.length * 2L);
    if (wanted > EXPECTING) {
      wanted = Math.max(wanted, lastEnd);
    }
    int length = (int) Math.min((long) limit + Outgoing.HEAD_ROOM, wanted);
    byte[] longer = length > LARGEST_KEPT ? LargeArrays.take(length) : new byte[length];
    System.arraycopy(old, 0, longer, 0, end);
    bytes = longer;
    if (old.length > LARGEST_KEPT) {
      LargeArrays.give(old);
    }
  }
}
