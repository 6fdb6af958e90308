package org.ferryipc.unix.trials;

import java.util.SplittableRandom;

/** Payloads that look different for each seed, so that a piece of another message shows. */
final class Bytes {
  private Bytes() {}

  static byte[] patterned(int length, long seed) {
    byte[] bytes = new byte[length];
    new SplittableRandom(seed * 31 + length).nextBytes(bytes);
    return bytes;
  }
}
