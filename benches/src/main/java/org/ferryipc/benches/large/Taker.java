package org.ferryipc.benches.large;

import org.jspecify.annotations.Nullable;

/**
 * A second thread that takes one message after another, and says after each that it has it.
 *
 * <p>{@link #start} and {@link #awaitNext} belong to the thread that measures, which sends one message before each
 * wait. It waits by spinning, so that its own wake-up is not measured with the transfer; while it sends nothing, the
 * taker sleeps in its receive. The two have a processor each, where the process has two.
 */
public final class Taker {
  // About a microsecond; whoever has to share a processor with the taker must let it run.
  private static final int SPINS = 100;

  private final Thread thread;
  private volatile long taken;
  private volatile @Nullable Throwable failure;
  private long awaited;

  private Taker(Factory factory) {
    thread = Thread.ofPlatform().daemon().name("taker").unstarted(() -> run(factory));
  }

  /** Where messages come from. Made, used and closed by the taker's thread. */
  public interface Source extends AutoCloseable {
    /** Takes one message. {@return false at the end} */
    boolean take() throws Exception;

    @Override
    void close();
  }

  /** Makes the source. */
  @FunctionalInterface
  public interface Factory {
    /** {@return the source} */
    Source open() throws Exception;
  }

  /** {@return a running taker}; gives the calling thread and the taker their processors */
  public static Taker start(Factory factory) {
    Processors.pin(0);
    Taker made = new Taker(factory);
    made.thread.start();
    return made;
  }

  private void run(Factory factory) {
    Processors.pin(1);
    try (Source source = factory.open()) {
      long count = 0;
      while (source.take()) {
        taken = ++count;
      }
    } catch (Throwable e) {
      failure = e;
    }
  }

  /** Waits until the taker has one message more. {@return how many it has} */
  @SuppressWarnings("ThreadPriorityCheck") // yielding is for speed alone; the loop ends without it
  public long awaitNext() {
    long wanted = ++awaited;
    int spins = 0;
    while (taken < wanted) {
      if (spins++ < SPINS) {
        Thread.onSpinWait();
      } else {
        spins = 0;
        check();
        Thread.yield();
      }
    }
    return wanted;
  }

  private void check() {
    Throwable e = failure;
    if (e != null || !thread.isAlive()) {
      throw new IllegalStateException("the taker has ended", e);
    }
  }

  /** Waits for the taker to end; its source must have come to its end. */
  public void join() throws InterruptedException {
    thread.join();
    Throwable e = failure;
    if (e != null) {
      throw new IllegalStateException("the taker failed", e);
    }
  }
}
