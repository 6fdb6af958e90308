package org.ferryipc.unix.processes;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

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
