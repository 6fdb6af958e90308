package org.ferryipc.unix.trials;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * A program started as native code starts one, by {@code posix_spawn}: it inherits each descriptor that is not
 * close-on-exec. The JDK's own launcher closes all of them in the child and so would hide the fault.
 */
final class NativeProgram implements AutoCloseable {
  private static final int SIGKILL = 9;

  private static final MethodHandle POSIX_SPAWN =
      call("posix_spawn", ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
  private static final MethodHandle WAITPID = call("waitpid", JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle KILL = call("kill", JAVA_INT, JAVA_INT);

  private final int pid;
  private boolean ended;

  private NativeProgram(int pid) {
    this.pid = pid;
  }

  /** Starts {@code /bin/sh -c script}, with this process's standard streams. */
  static NativeProgram shell(String script) throws Throwable {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment arguments = arena.allocate(ADDRESS, 4);
      String[] words = {"sh", "-c", script};
      for (int i = 0; i < words.length; i++) {
        arguments.setAtIndex(ADDRESS, i, arena.allocateFrom(words[i]));
      }
      MemorySegment environment = arena.allocate(ADDRESS, 2);
      environment.setAtIndex(ADDRESS, 0, arena.allocateFrom("PATH=/usr/bin:/bin"));
      MemorySegment pid = arena.allocate(JAVA_INT);
      int failure =
          (int)
              POSIX_SPAWN.invokeExact(
                  pid, arena.allocateFrom("/bin/sh"), MemorySegment.NULL, MemorySegment.NULL, arguments, environment);
      if (failure != 0) {
        throw new AssertionError("posix_spawn: errno " + failure);
      }
      return new NativeProgram(pid.get(JAVA_INT, 0));
    }
  }

  /** Waits for its end. {@return its status as waitpid gives it, 0 if all went well} */
  int await() throws Throwable {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment status = arena.allocate(JAVA_INT);
      int waited = (int) WAITPID.invokeExact(pid, status, 0);
      if (waited != pid) {
        throw new AssertionError("waitpid: " + waited);
      }
      ended = true;
      return status.get(JAVA_INT, 0);
    }
  }

  /** Kills it if it still runs. */
  @Override
  public void close() throws Exception {
    try {
      if (!ended) {
        int unused = (int) KILL.invokeExact(pid, SIGKILL);
        unused = await();
      }
    } catch (Throwable e) {
      throw new Exception(e);
    }
  }

  private static MethodHandle call(String name, MemoryLayout... arguments) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(JAVA_INT, arguments));
  }
}
