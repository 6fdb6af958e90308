package org.ferryipc.unix.processes;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A storm of handled signals at threads of this process: each ends the system call that its thread waits in with EINTR,
 * as a profiler or a debugger does.
 *
 * <p>The signal is SIGURG, which nobody else uses here, and its handler does nothing and does not ask for a restart.
 */
public final class Signals implements AutoCloseable {
  private static final int SIGURG = 23; // asm-generic/signal.h

  private static final int NAME_CHARACTERS = 15; // TASK_COMM_LEN less its end, include/linux/sched.h

  // struct sigaction of the C library: handler, mask (1,024 bits), flags, restorer
  private static final long SIGACTION_BYTES = 152;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle GETTID = function("gettid", FunctionDescriptor.of(JAVA_INT));
  private static final MethodHandle TGKILL =
      function("tgkill", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
  private static final MethodHandle SIGACTION =
      function("sigaction", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
  private static final MethodHandle POLL =
      function("poll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT));

  private final Thread storm;
  private volatile boolean over;

  private Signals(List<Integer> threads, int eachPerSecond) {
    storm = Thread.ofPlatform().daemon().name("storm").start(() -> blow(threads, eachPerSecond));
  }

  /** Begins a storm at {@code threads}, which live until {@link #close}. */
  public static Signals storm(List<Integer> threads, int eachPerSecond) {
    handle();
    return new Signals(threads, eachPerSecond);
  }

  /** {@return the kernel's id of the calling platform thread} */
  public static int threadId() {
    try {
      return (int) GETTID.invokeExact();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /**
   * {@return the kernel's id of a thread of this process by its name}, of which the kernel keeps the beginning; waits for
   * it, because a thread that has just been started names itself
   */
  public static int threadId(String name) throws IOException {
    String kept = name.substring(0, Math.min(name.length(), NAME_CHARACTERS));
    while (true) {
      try (var tasks = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
        for (Path task : tasks) {
          if (ProcessorTime.line(task.resolve("comm")).equals(kept)) {
            return Integer.parseInt(task.getFileName().toString());
          }
        }
      }
      Thread.yield();
    }
  }

  /**
   * {@return whether a wait of the calling thread that takes {@code limit} is ended before by a signal}: a check of the
   * storm
   */
  public static boolean interrupts(Duration limit) {
    try {
      return (int) POLL.invokeExact(MemorySegment.NULL, 0, (int) limit.toMillis()) != 0;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private void blow(List<Integer> threads, int eachPerSecond) {
    int process = Math.toIntExact(ProcessHandle.current().pid());
    long pause = Duration.ofSeconds(1).toNanos() / eachPerSecond;
    while (!over) {
      for (int thread : threads) {
        try {
          int unused = (int) TGKILL.invokeExact(process, thread, SIGURG);
        } catch (Throwable e) {
          throw new AssertionError(e);
        }
      }
      LockSupport.parkNanos(pause);
    }
  }

  private static void handle() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment action = arena.allocate(SIGACTION_BYTES, 8);
      action.set(ADDRESS, 0, LINKER.defaultLookup().findOrThrow("abs")); // takes a number and does nothing
      if ((int) SIGACTION.invokeExact(SIGURG, action, MemorySegment.NULL) != 0) {
        throw new AssertionError("sigaction failed");
      }
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static MethodHandle function(String name, FunctionDescriptor signature) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), signature);
  }

  /** Ends the storm. */
  @Override
  public void close() {
    over = true;
    try {
      storm.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
