package org.ferryipc.unix.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotsTest {

  @ParameterizedTest
  @CsvSource({"1, 2", "2, 2", "3, 4", "8, 8", "9, 16"})
  void keepsAPowerOfTwoAndForgetsTheRest(int asked, int kept) {
    Slots<Object> slots = new Slots<>(asked);
    assertThat(slots.take()).isNull();
    for (int i = 0; i <= kept; i++) {
      slots.give(new Object());
    }
    for (int i = 0; i < kept; i++) {
      assertThat(slots.take()).isNotNull();
    }
    assertThat(slots.take()).isNull();
  }

  @Test
  void nothingIsLentToTwoThreadsAtOnce() throws Exception {
    Slots<AtomicInteger> slots = new Slots<>(2);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> results = new ArrayList<>();
      for (int t = 0; t < 50; t++) {
        results.add(threads.submit(() -> borrow(slots)));
      }
      int uses = 0;
      for (Future<Integer> result : results) {
        uses += result.get();
      }
      assertThat(uses).isPositive();
    }
  }

  private static int borrow(Slots<AtomicInteger> slots) {
    int uses = 0;
    for (int i = 0; i < 10_000; i++) {
      AtomicInteger taken = slots.take();
      AtomicInteger one = taken != null ? taken : new AtomicInteger();
      assertThat(one.incrementAndGet()).as("users at once").isEqualTo(1);
      if (i % 64 == 0) {
        Thread.yield();
      }
      one.decrementAndGet();
      slots.give(one);
      uses += taken != null ? 1 : 0;
    }
    return uses;
  }
}
