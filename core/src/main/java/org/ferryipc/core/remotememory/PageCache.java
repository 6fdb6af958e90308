package org.ferryipc.core.remotememory;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What was read in the running operation. A read is answered by the newest entry that covers all of it. Belongs to its
 * reader's thread.
 *
 * <p>Entries are found by the numbers of the pages they touch: a table with open addressing, since a hit has to cost less than
 * a walk through a structure does. What a read looks up and does not find is found out once: the entry that it fetches then
 * goes where the look ended. Beyond its limit the oldest entry goes that answered nothing since its last turn.
 */
class PageCache {
  static final int PAGE_BITS = 12;

  private static final int FIRST_CAPACITY = 64; // a power of two
  // A larger table is dropped when it is emptied: the next operation may be a small one, and pays for clearing it.
  private static final int LARGEST_KEPT = 1024;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L; // 2^64 / golden ratio: spreads numbers that lie side by side
  private static final int NOWHERE = -1;

  private final int limit;
  private final ArrayDeque<Page> byAge = new ArrayDeque<>();
  private long[] numbers = new long[FIRST_CAPACITY]; // of pages, where there is an entry
  private @Nullable Page[] newest = new Page[FIRST_CAPACITY]; // the newest entry that touches the page; older ones hang on it
  private int taken; // places of the table
  private long bytes;
  private long lastNumber; // what was looked up last
  private int lastPlace = NOWHERE; // where it stands in the table, or would; NOWHERE after a change

  PageCache(int limit) {
    this.limit = limit;
  }

  /** {@return whether it keeps anything at all} */
  final boolean isOn() {
    return limit > 0;
  }

  /** {@return the newest entry that covers the range, or null} */
  final @Nullable Page find(long address, int count) {
    long number = address >>> PAGE_BITS;
    for (Page page = newest[place(number)]; page != null; page = page.older(number)) {
      if (page.covers(address, count)) {
        page.used = true;
        return page;
      }
    }
    return null;
  }

  /** {@return whether an entry touches the page that {@code address} lies in} */
  final boolean touches(long address) {
    return newest[place(address >>> PAGE_BITS)] != null;
  }

  /** {@return where {@code number} stands in the table, or would} */
  private int place(long number) {
    if (lastPlace != NOWHERE && lastNumber == number) {
      return lastPlace;
    }
    int mask = numbers.length - 1;
    int at = (int) ((number * GOLDEN) >>> 32) & mask;
    while (newest[at] != null && numbers[at] != number) {
      at = (at + 1) & mask;
    }
    lastNumber = number;
    lastPlace = at;
    return at;
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
    long end = page.lastNumber();
    for (long number = page.firstNumber(); ; number++) {
      put(number, page);
      if (number == end) {
        break;
      }
    }
  }

  private void put(long number, Page page) {
    if (taken >= numbers.length / 2) {
      grow();
    }
    int at = place(number);
    Page older = newest[at];
    if (older == null) {
      taken++;
      numbers[at] = number;
    } else {
      page.older(number, older);
    }
    newest[at] = page;
  }

  private void grow() {
    long[] oldNumbers = numbers;
    @Nullable Page[] oldNewest = newest;
    numbers = new long[oldNumbers.length * 2];
    newest = new Page[oldNumbers.length * 2];
    lastPlace = NOWHERE;
    for (int i = 0; i < oldNumbers.length; i++) {
      Page page = oldNewest[i];
      if (page != null) {
        move(oldNumbers[i], page);
      }
    }
  }

  private void move(long number, Page page) {
    int at = place(number);
    numbers[at] = number;
    newest[at] = page;
  }

  private void evict() {
    Page oldest = byAge.remove();
    while (oldest.used) {
      oldest.used = false;
      byAge.add(oldest);
      oldest = byAge.remove();
    }
    bytes -= oldest.cost();
    long end = oldest.lastNumber();
    for (long number = oldest.firstNumber(); ; number++) {
      remove(number, oldest);
      if (number == end) {
        break;
      }
    }
  }

  private void remove(long number, Page page) {
    int at = place(number);
    Page first = newest[at];
    if (first == page) {
      newest[at] = page.older(number);
      if (newest[at] == null) {
        taken--;
        closeGap(at);
      }
      return;
    }
    for (Page newer = first; newer != null; newer = newer.older(number)) {
      if (newer.older(number) == page) {
        newer.older(number, page.older(number));
        return;
      }
    }
  }

  // Whoever stood behind the freed place because it was taken moves up: else it would not be found any more.
  private void closeGap(int freed) {
    int mask = numbers.length - 1;
    int at = (freed + 1) & mask;
    lastPlace = NOWHERE;
    for (Page page = newest[at]; page != null; page = newest[at]) {
      newest[at] = null;
      move(numbers[at], page);
      lastPlace = NOWHERE;
      at = (at + 1) & mask;
    }
  }

  /** Forgets everything: the next read sees the memory as it is then. */
  void flush() {
    if (numbers.length > LARGEST_KEPT) {
      numbers = new long[FIRST_CAPACITY];
      newest = new Page[FIRST_CAPACITY];
    } else if (taken > 0) {
      Arrays.fill(newest, null);
    }
    byAge.clear();
    taken = 0;
    bytes = 0;
    lastPlace = NOWHERE;
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
