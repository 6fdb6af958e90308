package org.ferryipc.core.remotememory;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What was read in the running operation. A read is answered by the newest entry that covers all of it. Belongs to its
 * reader's thread.
 *
 * <p>Entries are found by the numbers of the pages they touch: a table with open addressing, since a hit has to cost less than
 * a walk through a structure does. Beyond its limit the oldest entry goes that answered nothing since its last turn.
 */
class PageCache {
  static final int PAGE_BITS = 12;

  private static final int FIRST_CAPACITY = 64; // a power of two
  // A larger table is dropped when it is emptied: the next operation may be a small one, and pays for clearing it.
  private static final int LARGEST_KEPT = 1024;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L; // 2^64 / golden ratio: spreads numbers that lie side by side

  /** An entry where one page number leads to it. */
  private static final class Place {
    final long number;
    final Page page;
    @Nullable Place older;

    Place(long number, Page page, @Nullable Place older) {
      this.number = number;
      this.page = page;
      this.older = older;
    }
  }

  private final int limit;
  private final ArrayDeque<Page> byAge = new ArrayDeque<>();
  private @Nullable Place[] table = new Place[FIRST_CAPACITY];
  private int taken; // places of the table
  private long bytes;
  private @Nullable Place last; // what the last page number led to

  PageCache(int limit) {
    this.limit = limit;
  }

  /** {@return whether it keeps anything at all} */
  final boolean isOn() {
    return limit > 0;
  }

  /** {@return the newest entry that covers the range, or null} */
  final @Nullable Page find(long address, int count) {
    for (Place place = newestAt(address >>> PAGE_BITS); place != null; place = place.older) {
      Page page = place.page;
      if (page.covers(address, count)) {
        page.used = true;
        return page;
      }
    }
    return null;
  }

  /** {@return whether an entry touches the page that {@code address} lies in} */
  final boolean touches(long address) {
    return newestAt(address >>> PAGE_BITS) != null;
  }

  private @Nullable Place newestAt(long number) {
    Place known = last;
    if (known != null && known.number == number) {
      return known;
    }
    Place found = table[slot(number)];
    if (found != null) {
      last = found;
    }
    return found;
  }

  /** {@return where {@code number} stands in the table, or would} */
  private int slot(long number) {
    int mask = table.length - 1;
    int at = (int) ((number * GOLDEN) >>> 32) & mask;
    while (true) {
      Place place = table[at];
      if (place == null || place.number == number) {
        return at;
      }
      at = (at + 1) & mask;
    }
  }

  /** Keeps an entry as the newest, if it fits in at all. */
  final void add(Page page) {
    if (page.cost() > limit) {
      return;
    }
    while (bytes + page.cost() > limit) {
      evict();
    }
    byAge.add(page);
    bytes += page.cost();
    long end = lastNumber(page);
    for (long number = page.start >>> PAGE_BITS; ; number++) {
      place(number, page);
      if (number == end) {
        break;
      }
    }
    last = null;
  }

  private static long lastNumber(Page page) {
    return (page.start + page.bytes.length - 1) >>> PAGE_BITS;
  }

  private void place(long number, Page page) {
    if (taken >= table.length / 2) {
      grow();
    }
    int at = slot(number);
    Place older = table[at];
    taken += older == null ? 1 : 0;
    table[at] = new Place(number, page, older);
  }

  private void grow() {
    @Nullable Place[] old = table;
    table = new Place[old.length * 2];
    for (Place place : old) {
      if (place != null) {
        table[slot(place.number)] = place;
      }
    }
  }

  private void evict() {
    Page oldest = byAge.remove();
    while (oldest.used) {
      oldest.used = false;
      byAge.add(oldest);
      oldest = byAge.remove();
    }
    bytes -= oldest.cost();
    long end = lastNumber(oldest);
    for (long number = oldest.start >>> PAGE_BITS; ; number++) {
      displace(number, oldest);
      if (number == end) {
        break;
      }
    }
    last = null;
  }

  private void displace(long number, Page page) {
    int at = slot(number);
    Place newest = table[at];
    if (newest == null) {
      return;
    }
    if (newest.page == page) {
      table[at] = newest.older;
      if (newest.older == null) {
        taken--;
        closeGap(at);
      }
      return;
    }
    for (Place place = newest; place.older != null; place = place.older) {
      if (place.older.page == page) {
        place.older = place.older.older;
        return;
      }
    }
  }

  // Whoever stood behind the freed slot because it was taken moves up: else it would not be found any more.
  private void closeGap(int freed) {
    int mask = table.length - 1;
    int at = (freed + 1) & mask;
    for (Place place = table[at]; place != null; place = table[at]) {
      table[at] = null;
      table[slot(place.number)] = place;
      at = (at + 1) & mask;
    }
  }

  /** Forgets everything: the next read sees the memory as it is then. */
  void flush() {
    if (table.length > LARGEST_KEPT) {
      table = new Place[FIRST_CAPACITY];
    } else if (taken > 0) {
      java.util.Arrays.fill(table, null);
    }
    byAge.clear();
    taken = 0;
    bytes = 0;
    last = null;
  }

  final int pages() {
    return byAge.size();
  }

  /** {@return how many bytes of memory the entries have} */
  final int cachedBytes() {
    int sum = 0;
    for (Page page : byAge) {
      sum += page.bytes.length;
    }
    return sum;
  }
}
