package org.ferryipc.core.encode.form;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The parts of a message that are not in its array, in their order. None is empty. */
final class Apart {
  private static final int FEW = 4;

  private final List<MemorySegment> parts = new ArrayList<>(FEW);
  private int[] starts = new int[FEW];
  private int[] before = new int[FEW]; // how many bytes the earlier parts have
  private int total;

  /** Lets the message go on in {@code part}, whose first byte has position {@code at}. */
  void add(int at, MemorySegment part) {
    int count = parts.size();
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, 2 * count);
      before = Arrays.copyOf(before, 2 * count);
    }
    starts[count] = at;
    before[count] = total;
    parts.add(part);
    total += (int) part.byteSize();
  }

  int count() {
    return parts.size();
  }

  MemorySegment part(int i) {
    return parts.get(i);
  }

  /** {@return the position of a part's first byte} */
  int start(int i) {
    return starts[i];
  }

  /** {@return how many bytes all parts have} */
  int total() {
    return total;
  }

  /** {@return how many of the bytes before position {@code at}, which lies in no part, are those of parts} */
  int before(int at) {
    int found = Arrays.binarySearch(starts, 0, parts.size(), at);
    int next = found >= 0 ? found : -found - 1;
    return next == parts.size() ? total : before[next];
  }
}
