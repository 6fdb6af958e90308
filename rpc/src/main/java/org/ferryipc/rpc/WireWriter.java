package org.ferryipc.rpc;

import java.nio.charset.StandardCharsets;
import org.ferryipc.core.Handle;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.transport.Outgoing;

/** Writes the parts of one frame. Numbers have seven bits in a byte, the lowest first, as in Smile and elsewhere. */
final class WireWriter implements HandleSink {
  private static final int LENGTH_BYTES = 4;

  private final PayloadBuffer out;
  private final HandleSink handles;
  private int handleCount;

  WireWriter(PayloadBuffer out, HandleSink handles) {
    this.out = out;
    this.handles = handles;
  }

  @Override
  public int put(Handle handle) throws LimitExceededException {
    handleCount++;
    return handles.put(handle);
  }

  /** {@return how many handles are in the frame so far} */
  int handleCount() {
    return handleCount;
  }

  void octet(int value) throws LimitExceededException {
    out.write(value);
  }

  /** Writes a number that is mostly small and not negative. */
  void number(long value) throws LimitExceededException {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) (rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  /** Writes a number that is mostly near zero. */
  void signed(long value) throws LimitExceededException {
    number(value << 1 ^ value >> 63);
  }

  void fixed(long value, int bytes) throws LimitExceededException {
    for (int i = 0; i < bytes; i++) {
      out.write((int) (value >>> 8 * i));
    }
  }

  void text(String value) throws LimitExceededException {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    number(bytes.length);
    out.write(bytes, 0, bytes.length);
  }

  /** Writes a value by its codec, behind its length. */
  <T> void value(T value, MessageCodec<T> codec) throws LimitExceededException, SerializationException {
    int at = out.length();
    fixed(0, LENGTH_BYTES);
    codec.encode(value, out, this);
    int length = out.length() - at - LENGTH_BYTES;
    byte[] array = out.array();
    for (int i = 0; i < LENGTH_BYTES; i++) {
      array[Outgoing.HEAD_ROOM + at + i] = (byte) (length >>> 8 * i);
    }
  }
}
