package org.ferryipc.unix.processes;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A run of strace(1) that watches one thread of another process, and may kill that process at a given system call. */
public final class Strace implements AutoCloseable {
  private static final long LONG = Duration.ofMinutes(10).toNanos() / 1_000; // in strace's unit, microseconds

  private final Process process;

  private Strace(Process process) {
    this.process = process;
  }

  /** {@return the command}; fails the test with a clear sentence if it is not installed */
  public static String command() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(directory -> Path.of(directory, "strace"))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new AssertionError("strace is not installed; this test needs it, and .ci/run installs it"))
        .toString();
  }

  /**
   * Attaches to a thread and returns when it is watched.
   *
   * @param thread the kernel's id of the thread
   * @param calls the names of the system calls to write to {@code log}
   */
  public static Strace watch(int thread, List<String> calls, Path log) throws IOException {
    return attach(thread, calls, log, List.of());
  }

  /**
   * Attaches to a thread and kills its process when it is about to make the {@code nth} call, from now, of the name
   * {@code call}.
   */
  public static Strace killAt(int thread, String call, int nth, Path log) throws IOException {
    return attach(thread, List.of(call), log, List.of("-e", "inject=" + call + ":signal=SIGKILL:when=" + nth));
  }

  /**
   * Attaches to a thread and holds it after it has made the {@code nth} call, from now, of the name {@code call}; for
   * longer than any test goes on.
   */
  public static Strace holdAfter(int thread, String call, int nth, Path log) throws IOException {
    return attach(thread, List.of(call), log, List.of("-e", "inject=" + call + ":delay_exit=" + LONG + ":when=" + nth));
  }

  private static Strace attach(int thread, List<String> calls, Path log, List<String> more) throws IOException {
    List<String> command = new ArrayList<>(List.of(command(), "-p", Integer.toString(thread), "-o", log.toString()));
    command.addAll(List.of("-e", "trace=" + String.join(",", calls)));
    command.addAll(more);
    Process process =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    Strace strace = new Strace(process);
    BufferedReader errors = process.errorReader(UTF_8);
    String line = errors.readLine();
    if (line == null || !line.endsWith("attached")) {
      strace.close();
      throw new AssertionError("strace could not attach to thread " + thread + ": " + line);
    }
    return strace;
  }

  /** Ends the watch, if the watched process has not ended, and waits until the log is complete. */
  @Override
  public void close() throws IOException {
    process.destroy(); // SIGTERM: strace detaches
    process.onExit().join();
    process.getErrorStream().close();
    process.getInputStream().close();
    process.getOutputStream().close();
  }
}
