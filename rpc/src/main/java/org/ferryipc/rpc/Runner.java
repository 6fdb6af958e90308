package org.ferryipc.rpc;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.ferryipc.core.ownership.FerryLog;
import org.jspecify.annotations.Nullable;

/** Where the calls of the other side run that no waiting thread runs. */
sealed interface Runner {

  /** {@return a runner of the given kind} */
  static Runner of(Execution execution, Pump pump, String name) {
    return switch (execution) {
      case Execution.Ordered o -> new InOrder(pump, name);
      case Execution.Concurrent(Executor executor) -> new AtOnce(executor);
    };
  }

  /** Begins now, since tasks are expected; else with the first. */
  void begin();

  /**
   * Takes a task on.
   *
   * @return false if it cannot
   */
  boolean run(Runnable task);

  /** {@return whether its thread receives when it has nothing to run}: then who receives now had better make way */
  boolean receives();

  /** Runs what it has, then ends. */
  void stop();

  /** One thread, which also receives while it has nothing to run: a call is run by the thread that received it. */
  final class InOrder implements Runner {
    private final Pump pump;
    private final String name;
    private final Worker worker = new Worker();
    private @Nullable Thread thread; // guarded by this

    InOrder(Pump pump, String name) {
      this.pump = pump;
      this.name = name;
    }

    @Override
    public synchronized void begin() {
      if (thread == null) {
        thread = Thread.ofPlatform().daemon().name(name).start(() -> pump.work(worker));
      }
    }

    @Override
    public boolean run(Runnable task) {
      boolean taken = worker.offer(task);
      begin();
      return taken;
    }

    @Override
    public boolean receives() {
      return true;
    }

    @Override
    public void stop() {
      worker.stopping = true;
      worker.wake();
    }

    private static final class Worker extends Waiter {
      volatile boolean stopping;

      @Override
      boolean isDone() {
        return stopping && leave();
      }
    }
  }

  /** An executor. */
  record AtOnce(Executor executor) implements Runner {
    @Override
    public boolean run(Runnable task) {
      try {
        executor.execute(task);
        return true;
      } catch (RejectedExecutionException full) {
        return false;
      } catch (RuntimeException | Error fault) { // the program's code, or no memory for a thread
        FerryLog.log(System.Logger.Level.WARNING, "the executor of calls failed", fault);
        return false;
      }
    }

    @Override
    public void begin() {}

    @Override
    public boolean receives() {
      return false;
    }

    @Override
    public void stop() {}
  }
}
