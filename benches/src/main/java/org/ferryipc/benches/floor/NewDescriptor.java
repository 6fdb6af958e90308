package org.ferryipc.benches.floor;

/** A descriptor that is cheap to make, for calls and floors that return one. */
public final class NewDescriptor {
  private static final int FLAGS = 0x8_0000; // EFD_CLOEXEC

  private NewDescriptor() {}

  /** {@return the number of a new eventfd(2)}, the caller's */
  public static int make() {
    int made = RawCalls.eventfd(0, FLAGS);
    if (made < 0) {
      throw new IllegalStateException("no descriptor");
    }
    return made;
  }
}
