package org.ferryipc.benches.calls;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntBinaryOperator;

/**
 * Who calls {@code int add(int, int)} in a benchmark, whoever answers: one thread that goes on from the last sum, or sixteen at
 * the same time, each as often, which are started at the first use and kept. Each sum is looked at.
 */
public final class Callers implements AutoCloseable {
  /** How many there are. */
  public static final int THREADS = 16;

  private static final int EACH = 100;

  /** How many calls all of them make together. */
  public static final int CALLS = THREADS * EACH;

  private final ExecutorService threads =
      Executors.newFixedThreadPool(THREADS, Thread.ofPlatform().daemon().name("caller-", 0).factory());

  private int last;

  /** Made by a benchmark, and closed by it. */
  public Callers() {}

  /** Calls once, from this thread. {@return the sum}, one more than the last */
  public int one(IntBinaryOperator adder) {
    last = next(adder, last);
    return last;
  }

  /** Calls from all threads. {@return the last sum of each, together} */
  public int run(IntBinaryOperator adder) throws InterruptedException {
    List<Future<Integer>> running = new ArrayList<>(THREADS);
    for (int i = 0; i < THREADS; i++) {
      running.add(threads.submit(() -> call(adder)));
    }
    int sum = 0;
    for (Future<Integer> one : running) {
      try {
        sum += one.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("a call failed", e.getCause());
      }
    }
    return sum;
  }

  private static int call(IntBinaryOperator adder) {
    int sum = 0;
    for (int i = 0; i < EACH; i++) {
      sum = next(adder, sum);
    }
    return sum;
  }

  private static int next(IntBinaryOperator adder, int from) {
    int sum = adder.applyAsInt(from, 1);
    if (sum != from + 1) {
      throw new IllegalStateException("wrong sum");
    }
    return sum;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
