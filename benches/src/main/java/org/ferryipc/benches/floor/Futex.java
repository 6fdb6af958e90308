package org.ferryipc.benches.floor;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import org.ferryipc.benches.large.Processors;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * How long does the least take by which two can wait for one another without spinning: a word in memory, and a futex(2)
 * to sleep on? The words are not private to the process, so it is what two processes would pay.
 */
@State(Scope.Thread)
public class Futex {
  // linux/futex.h, asm/unistd.h
  private static final long SYS_FUTEX = System.getProperty("os.arch").equals("amd64") ? 202 : 98;
  private static final int FUTEX_WAIT = 0;
  private static final int FUTEX_WAKE = 1;

  private static final MethodHandle SYSCALL =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().findOrThrow("syscall"),
              FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS),
              Linker.Option.firstVariadicArg(1));
  private static final VarHandle WORD = JAVA_INT.varHandle();
  private static final int BYTES = 512;
  private static final int APART = 256;
  private static final int END = -1;

  private final MemorySegment there = Arena.global().allocate(BYTES, BYTES);
  private final MemorySegment back = there.asSlice(APART);
  private int round;

  @SuppressWarnings("NullAway.Init") // by open
  private Thread partner;

  /** Starts the other thread, on another processor where there is one. */
  @Setup
  public void open() {
    Processors.pin(0);
    partner = Thread.ofPlatform().daemon().name("partner").start(this::echo);
  }

  /** Writes a number, wakes the other one, and sleeps until it has come back. */
  @Benchmark
  public int roundTrip() {
    int sent = ++round & Integer.MAX_VALUE;
    int before = (int) WORD.getAcquire(back, 0L);
    tell(there, sent);
    return await(back, before);
  }

  private void echo() {
    Processors.pin(1);
    for (int seen = 0; seen != END; ) {
      seen = await(there, seen);
      tell(back, seen);
    }
  }

  private static void tell(MemorySegment word, int value) {
    WORD.setRelease(word, 0L, value);
    futex(word, FUTEX_WAKE, 1);
  }

  private static int await(MemorySegment word, int old) {
    while (true) {
      int found = (int) WORD.getAcquire(word, 0L);
      if (found != old) {
        return found;
      }
      futex(word, FUTEX_WAIT, old);
    }
  }

  private static void futex(MemorySegment word, int operation, int value) {
    try {
      long unused = (long) SYSCALL.invokeExact(SYS_FUTEX, word, operation, value, MemorySegment.NULL);
    } catch (Throwable failure) {
      throw new AssertionError(failure);
    }
  }

  /** Ends the other thread. */
  @TearDown
  public void close() throws InterruptedException {
    tell(there, END);
    partner.join();
  }
}
