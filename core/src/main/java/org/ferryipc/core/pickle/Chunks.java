package org.ferryipc.core.pickle;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Arrays through which long texts go on their way into a message, piece by piece, kept for the next text of any thread. */
final class Chunks {
  // Stays in the first cache, and makes what a loan costs disappear.
  private static final int LENGTH = 4096;
  private static final int KEPT = 4;

  private static final AtomicReferenceArray<char @Nullable []> IDLE = new AtomicReferenceArray<>(KEPT);

  private Chunks() {}

  static char[] take() {
    for (int i = 0; i < KEPT; i++) {
      if (IDLE.getPlain(i) != null) {
        char[] kept = IDLE.getAndSet(i, null);
        if (kept != null) {
          return kept;
        }
      }
    }
    return new char[LENGTH];
  }

  static void give(char[] used) {
    for (int i = 0; i < KEPT; i++) {
      if (IDLE.getPlain(i) == null) {
        IDLE.setRelease(i, used); // of two given into one place at the same moment one is dropped
        return;
      }
    }
  }
}
