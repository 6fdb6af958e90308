package org.ferryipc.peers;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.dataformat.smile.SmileMapper;

/**
 * What a user would write today for records on a stream: four bytes of length, then Smile. The buffers are used again, the
 * writer and the reader are made once, and a frame is written at once.
 */
final class Frames {
  private static final SmileMapper SMILE = new SmileMapper();
  private static final ObjectWriter WRITER = SMILE.writerFor(Note.class);
  private static final ObjectReader READER = SMILE.readerFor(Note.class);
  private static final int BYTES = 64 << 10;

  private final ByteBuffer out = ByteBuffer.allocateDirect(BYTES);
  private final ByteBuffer in = ByteBuffer.allocateDirect(BYTES).limit(0);

  /** {@return the record in Smile} */
  static byte[] encoded(Note note) {
    return WRITER.writeValueAsBytes(note);
  }

  /** {@return the record that {@code bytes} are} */
  static Note decoded(byte[] bytes) {
    return READER.readValue(bytes);
  }

  void write(WritableByteChannel channel, Note note) throws IOException {
    byte[] bytes = encoded(note);
    out.clear().putInt(bytes.length).put(bytes).flip();
    while (out.hasRemaining()) {
      int unused = channel.write(out);
    }
  }

  /** {@return the next record}, waited for */
  Note read(ReadableByteChannel channel) throws IOException {
    fill(channel, Integer.BYTES);
    byte[] bytes = new byte[in.getInt()];
    fill(channel, bytes.length);
    in.get(bytes);
    return decoded(bytes);
  }

  private void fill(ReadableByteChannel channel, int least) throws IOException {
    if (in.remaining() < least) {
      in.compact();
      while (in.position() < least) {
        if (channel.read(in) < 0) {
          throw new EOFException();
        }
      }
      in.flip();
    }
  }
}
