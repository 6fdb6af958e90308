package org.ferryipc.core.pickle;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Texts to UTF-16 units, little-endian, piece by piece. */
final class Utf16 {
  private static final ValueLayout.OfChar UNIT = ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  // Below it, a call for each char costs less than a chunk and its loan.
  private static final int SHORT = 48;

  private Utf16() {}

  /** Writes a text; {@code into} has room for its units from {@code at}. */
  static void write(CharSequence text, int units, byte[] into, int at) {
    if (units <= SHORT) {
      for (int i = 0; i < units; i++) {
        HeapBytes.CHAR.set(into, at + 2 * i, text.charAt(i));
      }
      return;
    }
    Chunk chunk = Chunk.take();
    MemorySegment target = MemorySegment.ofArray(into);
    try {
      for (int from = 0; from < units; from += chunk.chars.length) {
        int count = Math.min(chunk.chars.length, units - from);
        chunk.fill(text, from, count);
        MemorySegment.copy(chunk.chars, 0, target, UNIT, at + 2L * from, count);
      }
    } finally {
      chunk.giveBack();
    }
  }
}
