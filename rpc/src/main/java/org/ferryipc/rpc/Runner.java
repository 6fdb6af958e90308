package org.ferryipc.rpc;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ferryipc.core.ownership.FerryLog;
import org.jspecify.annotations.Nullable;

/** Where the calls of the other side run that no waiting thread runs. */
sealed interface Runner {
  /** What {@link Execution#virtualThreads} is made of. */
  Executor VIRTUAL_THREADS = task -> Thread.ofVirtual().name("ferry-rpc-call").start(task);

  /** Who runs a call. */
  enum Taken {
    /** Nobody: it cannot be taken on. */
    NOT,
    /** A thread that receives when it has nothing to run: who receives now had better make way. */
    BY_RECEIVER,
    /** Another thread. */
    ELSEWHERE
  }

  /** {@return a runner of the given kind} */
  static Runner of(Execution execution, Pump pump, String name) {
    return switch (execution) {
      case Execution.Ordered o -> new InOrder(pump, name);
      case Execution.Concurrent(Executor executor) ->
          executor == VIRTUAL_THREADS ? new BriefFirst(pump, name) : new AtOnce(executor);
    };
  }

  /** Begins now, since tasks are expected; else with the first. */
  void begin();

  /** Takes a call on. */
  Taken take(IncomingCall call);

  /**
   * Takes a task on that is no call.
   *
   * @return false if it cannot
   */
  boolean run(Runnable task);

  /** Runs what it has, then ends. */
  void stop();

  /** One thread, which also receives while it has nothing to run: a call is run by the thread that received it. */
  final class InOrder implements Runner {
    private final Pump pump;
    private final String name;
    private final Worker worker = new Worker();
    private volatile @Nullable Thread thread; // written once, under this

    InOrder(Pump pump, String name) {
      this.pump = pump;
      this.name = name;
    }

    @Override
    public void begin() {
      if (thread == null) {
        beginOnce();
      }
    }

    private synchronized void beginOnce() {
      if (thread == null) {
        thread = Thread.ofPlatform().daemon().name(name).start(() -> pump.work(worker));
      }
    }

    @Override
    public boolean run(Runnable task) {
      try {
        begin(); // first: a task that nobody will run must not be taken
      } catch (RuntimeException | Error fault) { // no memory for a thread
        FerryLog.log(System.Logger.Level.WARNING, "no thread for calls", fault);
        return false;
      }
      return worker.offer(task);
    }

    @Override
    public Taken take(IncomingCall call) {
      return run(call) ? Taken.BY_RECEIVER : Taken.NOT;
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
    public Taken take(IncomingCall call) {
      return run(call) ? Taken.ELSEWHERE : Taken.NOT;
    }

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
    public void stop() {}
  }

  /**
   * Virtual threads, and for calls that are likely to be brief one thread that receives, begun with the first of them.
   *
   * <p><b>No call waits for another.</b> That thread is given a call only while it has none, not even one in whose midst it
   * receives. While it runs one nobody leads, or whoever comes; if it takes longer than two of the watcher's naps, the watcher
   * leads, and gives what arrives to virtual threads. Of the two that may find the thread without a call, the leader that gives it one and
   * the next leader, one sets {@code busy}, and the thread itself clears it.
   */
  final class BriefFirst implements Runner {
    private final AtOnce threads = new AtOnce(VIRTUAL_THREADS);
    private final InOrder receiver;
    private final AtomicBoolean busy = new AtomicBoolean();

    BriefFirst(Pump pump, String name) {
      receiver = new InOrder(pump, name);
    }

    @Override
    public void begin() {}

    @Override
    public Taken take(IncomingCall call) {
      if (call.call.forms().briefness.isLikely() && busy.compareAndSet(false, true)) {
        if (receiver.run(() -> runHere(call))) {
          return Taken.BY_RECEIVER;
        }
        busy.set(false);
      }
      return threads.run(() -> runTimed(call)) ? Taken.ELSEWHERE : Taken.NOT;
    }

    private void runHere(IncomingCall call) {
      try {
        runTimed(call);
      } finally {
        busy.set(false);
      }
    }

    private static void runTimed(IncomingCall call) {
      long begun = System.nanoTime();
      if (call.runIfQueued()) {
        call.call.forms().briefness.took(System.nanoTime() - begun);
      }
    }

    @Override
    public boolean run(Runnable task) {
      return threads.run(task);
    }

    @Override
    public void stop() {
      receiver.stop();
    }
  }
}
