package org.ferryipc.unix.trials;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A second thread that begins each round of a race together with the thread that owns it. */
final class Racer implements AutoCloseable {
  // A round takes microseconds; this is for a machine that does something else.
  private static final long PATIENCE_SECONDS = 30;

  private final ExecutorService thread = Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());
  private final CyclicBarrier start = new CyclicBarrier(2);

  /** What one side does. */
  interface Side {
    void run() throws Exception;
  }

  /** Runs both sides at once and waits for both. The first that fails fails the round. */
  void race(Side here, Side there) throws Exception {
    Future<?> other =
        thread.submit(
            () -> {
              start.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
              there.run();
              return null;
            });
    start.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    here.run();
    other.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
