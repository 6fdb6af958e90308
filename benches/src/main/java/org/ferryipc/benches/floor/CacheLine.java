package org.ferryipc.benches.floor;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.ferryipc.benches.large.Processors;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * How long does a number take to another processor and back, written and awaited in memory? Nothing that goes between
 * processors is faster. Where there is one processor the two have to yield it, and the figure is that of the scheduler.
 */
@State(Scope.Thread)
public class CacheLine {
  private static final VarHandle NUMBER = JAVA_LONG.varHandle();
  // Two lines, and two between them: processors fetch lines in pairs.
  private static final int BYTES = 512;
  private static final int THERE = 0;
  private static final int BACK = 256;
  private static final long END = -1;
  private static final boolean ALONE = Processors.count() == 1;

  private final MemorySegment lines = Arena.global().allocate(BYTES, BYTES);
  private long round;

  @SuppressWarnings("NullAway.Init") // by open
  private Thread partner;

  /** Starts the other thread, on another processor. */
  @Setup
  public void open() {
    Processors.pin(0);
    partner = Thread.ofPlatform().daemon().name("partner").start(this::echo);
  }

  /** Writes a number, and waits until it has come back. */
  @Benchmark
  public long roundTrip() {
    long sent = ++round;
    NUMBER.setRelease(lines, THERE, sent);
    return await(BACK, sent - 1);
  }

  private void echo() {
    Processors.pin(1);
    for (long seen = 0; seen != END; ) {
      seen = await(THERE, seen);
      NUMBER.setRelease(lines, BACK, seen);
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // with one processor, the other side must run
  private long await(long place, long old) {
    while (true) {
      long found = (long) NUMBER.getAcquire(lines, place);
      if (found != old) {
        return found;
      }
      if (ALONE) {
        Thread.yield();
      } else {
        Thread.onSpinWait();
      }
    }
  }

  /** Ends the other thread. */
  @TearDown
  public void close() throws InterruptedException {
    NUMBER.setRelease(lines, THERE, END);
    partner.join();
  }
}
