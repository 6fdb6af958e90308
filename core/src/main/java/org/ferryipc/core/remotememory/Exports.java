package org.ferryipc.core.remotememory;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The exported segments of one moment, in the order of their addresses; no two overlap.
 *
 * @param list the segments
 */
record Exports(List<Export> list) {
  static final Exports NONE = new Exports(List.of());

  Exports {
    list = List.copyOf(list);
  }

  /**
   * {@return these and another one}
   *
   * @throws IllegalArgumentException if it overlaps with one of these, or one has its name
   */
  Exports with(Export added) {
    int at = 0;
    for (Export present : list) {
      if (present.segment().name().equals(added.segment().name())) {
        throw new IllegalArgumentException("there is a segment '" + present.segment().name() + "'");
      }
      if (Long.compareUnsigned(present.start(), added.last()) <= 0
          && Long.compareUnsigned(added.start(), present.last()) <= 0) {
        throw new IllegalArgumentException(added.segment() + " overlaps with " + present.segment());
      }
      at += Long.compareUnsigned(present.start(), added.start()) < 0 ? 1 : 0;
    }
    List<Export> more = new ArrayList<>(list);
    more.add(at, added);
    return new Exports(more);
  }

  Exports without(Export removed) {
    return new Exports(list.stream().filter(export -> export != removed).toList());
  }

  @Nullable Export named(String name) {
    return list.stream().filter(export -> export.segment().name().equals(name)).findFirst().orElse(null);
  }

  /** {@return where in the list the last one stands that begins at {@code address} or before; -1 for none} */
  int before(long address) {
    int low = 0;
    int high = list.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(list.get(middle).start(), address) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  /** {@return where in the list the one stands that has the byte at {@code address}; -1 if none does} */
  int at(long address) {
    int found = before(address);
    return found >= 0 && Long.compareUnsigned(list.get(found).last(), address) >= 0 ? found : -1;
  }

  /** {@return whether the one behind {@code index} begins where that one ends, so that both can be read in one go} */
  boolean continues(int index) {
    return index + 1 < list.size() && list.get(index).last() + 1 == list.get(index + 1).start();
  }
}
