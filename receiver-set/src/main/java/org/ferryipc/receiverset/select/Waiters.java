package org.ferryipc.receiverset.select;

import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.ferryipc.core.Handle;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.EndAccess;
import org.jspecify.annotations.Nullable;

/**
 * A virtual thread for each case that waits until its receiver may have something, and takes nothing. Thus each receiver is
 * waited for as any receive does it, in its turn and with its ways of being woken, and a choice holds one turn per thread and
 * never waits for another's.
 */
final class Waiters implements AutoCloseable {
  private final List<Case<?>> cases;
  private final @Nullable Thread[] threads;
  private final LinkedBlockingQueue<Ready> ready = new LinkedBlockingQueue<>();

  /**
   * Says that a case is to be looked at.
   *
   * @param index which
   * @param failure why it could not be waited for, or null
   */
  record Ready(int index, @Nullable Throwable failure) {
    /** Throws the failure, if there is one. */
    void throwFailure() throws IpcException {
      switch (failure) {
        case null -> {}
        case IpcException e -> throw e;
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new AssertionError(failure);
      }
    }
  }

  Waiters(List<Case<?>> cases) {
    this.cases = cases;
    this.threads = new Thread[cases.size()];
    boolean complete = false;
    try {
      for (int i = 0; i < cases.size(); i++) {
        start(i);
      }
      complete = true;
    } finally {
      if (!complete) {
        close();
      }
    }
  }

  /** Waits for a case, again. */
  void start(int index) {
    Handle end = cases.get(index).end();
    threads[index] = Thread.ofVirtual().name("ferry-select").start(() -> await(end, index));
  }

  private void await(Handle end, int index) {
    Throwable failure = null;
    try {
      EndAccess.get().awaitArrival(end, Deadline.NEVER);
    } catch (InterruptedException over) {
      return;
    } catch (HandleStateException e) {
      // Who looks at the receiver next is told.
    } catch (IpcException | RuntimeException | Error e) { // whoever chooses waits for a word of this thread
      failure = e;
    }
    ready.add(new Ready(index, failure));
  }

  /** {@return a case to be looked at, or null if the deadline passes first} */
  @Nullable Ready awaitReady(Deadline deadline) throws InterruptedException {
    return deadline.bounded() ? ready.poll(deadline.remainingNanos(), TimeUnit.NANOSECONDS) : ready.take();
  }

  /** Returns when none of them uses its receiver any more. */
  @Override
  public void close() {
    for (Thread thread : threads) {
      if (thread != null) {
        thread.interrupt();
      }
    }
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread != null && thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
