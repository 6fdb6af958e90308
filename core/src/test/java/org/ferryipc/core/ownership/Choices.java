package org.ferryipc.core.ownership;

import java.util.Arrays;

/** All sequences of choices, depth first: run, {@link #advance}, and run again from the start until that says no. */
final class Choices {
  private int[] taken = new int[64];
  private int[] offered = new int[64];
  private int depth;
  private int length;

  /** {@return the choice at this point of the run, from 0 to {@code options - 1}} */
  int next(int options) {
    if (options == 1) {
      return 0;
    }
    if (depth == taken.length) {
      taken = Arrays.copyOf(taken, 2 * depth);
      offered = Arrays.copyOf(offered, 2 * depth);
    }
    if (depth == length) {
      taken[length] = 0;
      offered[length] = options;
      length++;
    }
    return taken[depth++];
  }

  /** Turns to the next sequence. {@return false when all have been had} */
  boolean advance() {
    while (length > 0 && taken[length - 1] == offered[length - 1] - 1) {
      length--;
    }
    depth = 0;
    if (length == 0) {
      return false;
    }
    taken[length - 1]++;
    return true;
  }

  @Override
  public String toString() {
    return Arrays.toString(Arrays.copyOf(taken, length));
  }
}
