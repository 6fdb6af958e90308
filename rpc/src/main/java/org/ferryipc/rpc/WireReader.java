package org.ferryipc.rpc;

import java.nio.charset.StandardCharsets;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.transport.PeerText;

/** Reads the parts of one frame: a peer's, so anything may stand there. */
final class WireReader {
  // In one frame. An empty text is a byte here and an object there.
  private static final int MOST_TEXTS = 1 << 16;

  private final byte[] bytes;
  private final int end;
  private final HandleSource handles;
  private final boolean lasting;
  private int at;
  private int texts;

  /**
   * Reads a frame.
   *
   * @param lasting whether nobody else has the array, so that values may borrow of it
   */
  WireReader(byte[] bytes, int offset, int length, HandleSource handles, boolean lasting) {
    this.lasting = lasting;
    this.bytes = bytes;
    this.at = offset;
    this.end = offset + length;
    this.handles = handles;
  }

  static SerializationException wrong(String what) {
    return new SerializationException("a frame of a call: " + what, null);
  }

  int octet() throws SerializationException {
    if (at >= end) {
      throw wrong("it is cut off");
    }
    return bytes[at++] & 0xff;
  }

  long number() throws SerializationException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int next = octet();
      value |= (long) (next & 0x7f) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw wrong("a number is too long");
  }

  /** {@return a number that is not negative and fits in an int} */
  int count() throws SerializationException {
    long value = number();
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw wrong("a number is out of range");
    }
    return (int) value;
  }

  long signed() throws SerializationException {
    long value = number();
    return value >>> 1 ^ -(value & 1);
  }

  long fixed(int count) throws SerializationException {
    long value = 0;
    for (int i = 0; i < count; i++) {
      value |= (long) octet() << 8 * i;
    }
    return value;
  }

  String text() throws SerializationException {
    if (++texts > MOST_TEXTS) {
      throw wrong("it has too many texts");
    }
    int length = count();
    return new String(bytes, take(length), length, StandardCharsets.UTF_8);
  }

  /** {@return a text for people, without what a terminal obeys} */
  String words() throws SerializationException {
    return PeerText.printable(text());
  }

  <T> T value(MessageCodec<T> codec) throws SerializationException {
    int length = (int) fixed(Integer.BYTES);
    int from = take(length);
    return lasting
        ? codec.decode(bytes, from, length, handles, WireReader::never)
        : codec.decode(bytes, from, length, handles);
  }

  private static void never(Runnable ended) {}

  private int take(int length) throws SerializationException {
    if (length < 0 || length > end - at) {
      throw wrong("it is cut off");
    }
    int from = at;
    at += length;
    return from;
  }

  void checkEnd() throws SerializationException {
    if (at != end) {
      throw wrong("something stands behind its end");
    }
  }
}
