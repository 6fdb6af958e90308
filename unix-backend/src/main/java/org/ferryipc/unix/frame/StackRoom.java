package org.ferryipc.unix.frame;

/**
 * Finds out whether the calling thread has stack left for what follows a step that cannot be undone.
 *
 * <p>When a message has been sent its handles must be given up here, and when one has been received its descriptors must be
 * owned by somebody. A stack overflow in between would leave a handle with two owners, or a descriptor with none. So it is
 * provoked before: the calls here go deeper than those that follow, whether the virtual machine interprets or has compiled
 * both.
 */
public final class StackRoom {
  // The longest way from there to the kernel, the end of an arena, has 20 calls, with larger frames than these.
  private static final int LEVELS = 64;

  private StackRoom() {}

  /**
   * Does nothing.
   *
   * @throws StackOverflowError if there is not enough room
   */
  public static void require() {
    int unused = descend(LEVELS);
  }

  private static int descend(int levels) {
    return levels == 0 ? 0 : 1 + descend(levels - 1);
  }
}
