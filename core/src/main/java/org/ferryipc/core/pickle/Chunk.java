package org.ferryipc.core.pickle;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Through which long texts go on their way into a message, piece by piece; kept for the next text of any thread. */
final class Chunk {
  // Stays in the first cache, and makes what a loan costs disappear.
  private static final int LENGTH = 4096;
  private static final int KEPT = 4;

  private static final AtomicReferenceArray<@Nullable Chunk> IDLE = new AtomicReferenceArray<>(KEPT);

  final char[] chars = new char[LENGTH];
  private final CharBuffer buffer = CharBuffer.wrap(chars);
  // The JDK's own does 16 and more at a time; a loop over chars that looks at each of them does one.
  private final CharsetEncoder ascii = StandardCharsets.US_ASCII.newEncoder();

  private Chunk() {}

  /** {@return one with whatever an earlier text has left in it} */
  static Chunk take() {
    for (int i = 0; i < KEPT; i++) {
      if (IDLE.getPlain(i) != null) {
        Chunk kept = IDLE.getAndSet(i, null);
        if (kept != null) {
          return kept;
        }
      }
    }
    return new Chunk();
  }

  void giveBack() {
    for (int i = 0; i < KEPT; i++) {
      if (IDLE.getPlain(i) == null) {
        IDLE.setRelease(i, this); // of two given into one place at the same moment one is dropped
        return;
      }
    }
  }

  /**
   * Takes {@code count} chars of a text. All at once, which of a String is much faster, only of classes that are known here:
   * another might leave out some, and chars of an earlier text would go in their place.
   */
  void fill(CharSequence text, int from, int count) {
    if (text instanceof String || text instanceof StringBuilder || text instanceof BorrowedText) {
      text.getChars(from, from + count, chars, 0);
      return;
    }
    for (int i = 0; i < count; i++) {
      chars[i] = text.charAt(from + i);
    }
  }

  /** Writes the first {@code count} chars to {@code into} if they are ASCII. {@return whether they are} */
  boolean writeAscii(int count, ByteBuffer into) {
    buffer.position(0).limit(count);
    return ascii.reset().encode(buffer, into, true).isUnderflow() && !buffer.hasRemaining();
  }
}
