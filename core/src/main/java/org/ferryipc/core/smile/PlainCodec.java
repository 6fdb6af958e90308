package org.ferryipc.core.smile;

import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.codec.PayloadBuffer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Writes and reads the messages of a {@link PlainForm} with generators and parsers that last. What is not exactly as it would be
 * written here is read by Jackson's binding, from its first byte on: so there is one place that decides what is taken, and what is
 * said of the rest.
 */
final class PlainCodec {
  /** Most messages of a type that are not looked at, once others before them were in vain. */
  static final int LONGEST_PAUSE = 256;

  private final PlainForm form;
  private final int longestPause;
  private final Pool<LastingGenerator> writers;
  private final Pool<Reader> readers;

  // A peer of another version may send what is none of ours each time. The look at it should cost little then: racy, and the
  // worst is one look more or less.
  private int pause;
  private int left;

  PlainCodec(PlainForm form, MessageTokens tokens, int longestPause) {
    this.form = form;
    this.longestPause = longestPause;
    this.writers = new Pool<>(tokens::lastingGenerator);
    this.readers = new Pool<>(() -> new Reader(tokens.lastingParser(), new PlainValues(form.places())));
  }

  private record Reader(LastingParser parser, PlainValues values) {}

  /** Writes a message. {@return false if it is none of ours, and nothing was written} */
  boolean write(@Nullable Object value, PayloadBuffer into, HandleSink handles) {
    if (value == null || !form.fits(value)) {
      return false;
    }
    LastingGenerator out = writers.borrow();
    out.begin(into);
    form.write(value, out, handles);
    out.end();
    writers.giveBack(out); // and only then: what has failed has a message half written
    return true;
  }

  /**
   * {@return the value}; null if the bytes are none of ours, and no handle was taken
   *
   * @throws RuntimeException if a handle cannot be taken, or the program does not let the value be made
   */
  @Nullable Object read(byte[] bytes, int offset, int length, HandleSource handles) {
    if (left > 0) {
      left--;
      return null;
    }
    Reader reader = readers.borrow();
    if (!reads(reader, bytes, offset, length)) {
      pause = Math.min(2 * pause + 1, longestPause);
      left = pause;
      return null;
    }
    if (pause != 0) { // mostly it is, and other threads read it
      pause = 0;
    }
    try {
      return form.make(reader.values, handles);
    } finally {
      reader.values.clear();
      readers.giveBack(reader);
    }
  }

  private boolean reads(Reader reader, byte[] bytes, int offset, int length) {
    LastingParser parser = reader.parser;
    try {
      if (!parser.begins(bytes, offset, length) || !form.read(parser, reader.values)) {
        return false;
      }
    } catch (JacksonException malformed) { // it is said by who reads it again
      return false;
    }
    parser.end();
    return true;
  }
}
