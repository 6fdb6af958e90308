package org.ferryipc.unix.processes;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A process that is stopped until this is closed, as by a debugger. By the system call and not by a program that makes
 * it, which would take milliseconds: so it may hit the process anywhere.
 */
public final class Stopped implements AutoCloseable {
  private static final int SIGCONT = 18; // asm-generic/signal.h
  private static final int SIGSTOP = 19;

  private static final MethodHandle KILL =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().findOrThrow("kill"),
              FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));

  private final long process;

  private Stopped(long process) {
    this.process = process;
  }

  /** Stops a child of this process, which must not have been waited for. */
  public static Stopped process(long pid) {
    signal(pid, SIGSTOP);
    return new Stopped(pid);
  }

  /**
   * Waits until none of its threads runs: one that runs on another processor stops a little after the signal.
   *
   * @return this
   */
  public Stopped entirely() {
    Path tasks = Path.of("/proc/" + process + "/task");
    boolean all = false;
    while (!all) {
      all = true;
      try (Stream<Path> threads = Files.list(tasks)) {
        for (Path thread : threads.toList()) {
          String stat = Files.readString(thread.resolve("stat")); // proc(5): the state follows the name in parentheses
          all &= stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
        }
      } catch (IOException ended) { // ENOENT or ESRCH: of a thread, just now
        all = false;
      }
    }
    return this;
  }

  private static void signal(long pid, int signal) {
    try {
      if ((int) KILL.invokeExact(Math.toIntExact(pid), signal) != 0) {
        throw new AssertionError("cannot signal " + pid);
      }
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Lets it go on. */
  @Override
  public void close() {
    signal(process, SIGCONT);
  }
}
