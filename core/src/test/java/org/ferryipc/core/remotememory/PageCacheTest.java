package org.ferryipc.core.remotememory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The cache against the plainest one: a list, newest first. */
class PageCacheTest {
  private static final int LIMIT = 60_000;

  @Test
  void findsTheNewestEntryThatCoversARangeAtAnyAddress() {
    SplittableRandom random = new SplittableRandom(2);
    for (long base : new long[] {0, 1L << 40, Long.MAX_VALUE - 100_000, -200_000}) {
      PageCache cache = new PageCache(Integer.MAX_VALUE);
      ArrayDeque<Page> list = new ArrayDeque<>();
      for (int i = 0; i < 3_000; i++) {
        long address = base + random.nextInt(190_000);
        int count = random.nextInt(1, 6_000);
        assertThat(cache.find(address, count)).isSameAs(newest(list, address, count));
        assertThat(cache.touches(address)).isEqualTo(touched(list, address));
        Page page = new Page(base + random.nextInt(190_000), new byte[random.nextInt(1, 9_000)], true);
        cache.add(page);
        list.addFirst(page);
        if (i % 700 == 0) {
          cache.flush();
          list.clear();
          assertThat(cache.pages()).isZero();
          assertThat(cache.find(page.start, 1)).isNull();
        }
      }
    }
  }

  @Test
  void beyondItsLimitTheOldestGoAndTheOthersAreFoundAsBefore() {
    SplittableRandom random = new SplittableRandom(5);
    PageCache cache = new PageCache(LIMIT);
    List<Page> added = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      Page page = new Page(random.nextInt(400) * 1000L, new byte[random.nextInt(1, 5_000)], true);
      cache.add(page);
      added.add(page);
      assertThat(cache.find(page.start, page.bytes.length)).isSameAs(page);
      assertThat(cache.cachedBytes()).isLessThanOrEqualTo(LIMIT);
      Page any = added.get(random.nextInt(Math.max(0, added.size() - 40), added.size()));
      Page found = cache.find(any.start, any.bytes.length);
      assertThat(found == null || found.covers(any.start, any.bytes.length)).isTrue();
    }
    assertThat(cache.pages()).isPositive();
    cache.flush();
    assertThat(cache.cachedBytes()).isZero();
  }

  @Test
  void anEntryThatIsUsedStaysLonger() {
    PageCache cache = new PageCache(10 * 4200);
    Page root = new Page(0, new byte[4096], true);
    cache.add(root);
    for (int i = 1; i < 100; i++) {
      assertThat(cache.find(8, 8)).isSameAs(root);
      cache.add(new Page(i * 4096L, new byte[4096], true));
    }
  }

  @Test
  void anEntryLargerThanTheLimitIsNotKept() {
    PageCache cache = new PageCache(5_000);
    cache.add(new Page(0, new byte[4_900], true));
    assertThat(cache.pages()).isOne();
    cache.add(new Page(0, new byte[5_000], true));
    assertThat(cache.pages()).isOne();
    assertThat(cache.find(0, 4_901)).isNull();
  }

  private static @Nullable Page newest(ArrayDeque<Page> list, long address, int count) {
    return list.stream()
        .filter(page -> address - page.start >= 0 && address - page.start + count <= page.bytes.length)
        .findFirst()
        .orElse(null);
  }

  private static boolean touched(ArrayDeque<Page> list, long address) {
    long number = address >>> 12;
    return list.stream()
        .anyMatch(page -> page.start >>> 12 <= number && number <= (page.start + page.bytes.length - 1) >>> 12);
  }
}
