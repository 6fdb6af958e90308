package org.ferryipc.core.codec;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Arrays in which large messages are written, kept for the next one of any channel: a fresh array of a MiB costs 40 µs and
 * more, because it has to be zeroed, and soon a garbage collection. At most {@link #KEPT} of {@link #LONGEST} bytes, in the
 * whole process.
 */
final class LargeArrays {
  private static final int KEPT = 2;
  private static final int LONGEST = 16 << 20;

  private static final AtomicReferenceArray<byte @Nullable []> IDLE = new AtomicReferenceArray<>(KEPT);

  private LargeArrays() {}

  /** {@return an array of at least {@code least} bytes with any content}, the caller's until it is given back */
  static byte[] take(int least) {
    for (int i = 0; i < KEPT; i++) {
      byte[] seen = IDLE.get(i);
      if (seen != null && seen.length >= least && IDLE.compareAndSet(i, seen, null)) {
        return seen;
      }
    }
    return new byte[least];
  }

  /** Keeps an array that nobody uses any more, in place of a shorter one if need be. */
  static void give(byte[] array) {
    if (array.length > LONGEST) {
      return;
    }
    for (int i = 0; i < KEPT; i++) {
      byte[] seen = IDLE.get(i);
      if ((seen == null || seen.length < array.length) && IDLE.compareAndSet(i, seen, array)) {
        return;
      }
    }
  }
}
