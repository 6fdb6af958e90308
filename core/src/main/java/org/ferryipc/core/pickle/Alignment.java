package org.ferryipc.core.pickle;

/** Every item of a pickle is a multiple of four bytes long. */
final class Alignment {
  static final int BYTES = Integer.BYTES;

  private Alignment() {}

  /** {@return the next multiple of four} */
  static long up(long size) {
    return up(size, BYTES);
  }

  /** {@return the next multiple of {@code to}, a power of two} */
  static long up(long size, int to) {
    return (size + to - 1) & -to;
  }
}
