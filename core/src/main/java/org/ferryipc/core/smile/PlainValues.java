package org.ferryipc.core.smile;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What was read of one message, in a place for each component, until its record is made. */
final class PlainValues {
  final long[] words;
  final @Nullable Object[] objects;

  PlainValues(int count) {
    this.words = new long[count];
    this.objects = new Object[count];
  }

  void clear() {
    Arrays.fill(objects, null);
  }

  // What a record is made of.

  long whole(int at) {
    return words[at];
  }

  double ofDouble(int at) {
    return Double.longBitsToDouble(words[at]);
  }

  float ofFloat(int at) {
    return Float.intBitsToFloat((int) words[at]);
  }

  boolean truth(int at) {
    return words[at] != 0;
  }

  @Nullable Object object(int at) {
    return objects[at];
  }
}
