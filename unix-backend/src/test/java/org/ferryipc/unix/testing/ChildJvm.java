package org.ferryipc.unix.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Another JVM, of the same JDK and with the class path of this one, that runs a main class for a
 * test:
 *
 * {@snippet :
 * try (ChildJvm child = ChildJvm.of(Worker.class, "one").descriptorLimit(256).start()) {
 *   child.awaitLine("ready", Duration.ofSeconds(10));
 *   child.kill();
 *   assertEquals(137, child.waitFor(Duration.ofSeconds(10)));
 * }
 * }
 *
 * <p>Whoever starts it owns it and closes it; {@link #close} leaves no process, thread, descriptor
 * or file behind. What it prints is read at all times, so it never waits for the test. Each wait
 * has a limit, and a wait in vain is an {@link AssertionError} that holds all the child printed.
 * Thread-safe.
 */
public final class ChildJvm implements AutoCloseable {

  /**
   * For steps that need no work of the child, only of the kernel and of our threads; generous, as
   * the machine may be busy.
   */
  private static final Duration AFTER_EXIT = Duration.ofSeconds(10);

  /** How long a child that hangs is given to print its threads before it is killed. */
  private static final Duration THREAD_DUMP = Duration.ofSeconds(3);

  private final String command;
  private final Process process;
  private final ProcessMark mark;
  private final ClassPathForChild classPath;
  private final LineLog output;
  private final LineLog errors;

  ChildJvm(String command, Process process, ProcessMark mark, ClassPathForChild classPath) {
    this.command = command;
    this.process = process;
    this.mark = mark;
    this.classPath = classPath;
    this.output = new LineLog("output of child " + process.pid(), process.inputReader(UTF_8));
    this.errors = new LineLog("errors of child " + process.pid(), process.errorReader(UTF_8));
  }

  /** {@return a launch of {@code main} with {@code arguments}, not started yet} */
  public static ChildJvmLaunch of(Class<?> main, String... arguments) {
    return new ChildJvmLaunch(main, List.of(arguments));
  }

  /**
   * {@return whether {@link ChildJvmLaunch#asUser} can work here: only root may become another
   * user}
   */
  public static boolean mayChangeUser() {
    try {
      return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return the process id of the child} */
  public long pid() {
    return process.pid();
  }

  /** {@return whether the child has not exited yet} */
  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Writes one line to the child's standard input.
   *
   * @throws IOException if the child has closed it or exited
   */
  public void send(String line) throws IOException {
    OutputStream input = process.getOutputStream();
    input.write((line + "\n").getBytes(UTF_8));
    input.flush();
  }

  /**
   * Ends the child's standard input.
   *
   * @throws IOException if that fails
   */
  public void endInput() throws IOException {
    process.getOutputStream().close();
  }

  /**
   * Waits until the child has printed a line that begins with {@code prefix} on standard output.
   * Lines before it are passed over, so the next call looks behind it.
   *
   * @return the whole line
   * @throws AssertionError if no such line came before the output ended or the limit passed
   * @throws InterruptedException if this thread is interrupted; the child runs on
   */
  public String awaitLine(String prefix, Duration limit) throws InterruptedException {
    String line =
        output.await(
            candidate -> candidate.startsWith(prefix), System.nanoTime() + limit.toNanos());
    if (line == null) {
      throw failure("printed no line that begins with \"" + prefix + "\" within " + limit);
    }
    return line;
  }

  /**
   * {@return the lines on standard output so far; all of them once {@link #waitFor} has returned}
   */
  public List<String> output() {
    return output.lines();
  }

  /**
   * {@return the lines on standard error so far; all of them once {@link #waitFor} has returned}
   */
  public List<String> errors() {
    return errors.lines();
  }

  /** Kills the child as {@code kill -9} does and returns at once. What it started runs on. */
  public void kill() {
    // By the handle: Process.destroyForcibly would also close the streams, and what they hold.
    process.toHandle().destroyForcibly();
  }

  /**
   * Waits for the child to exit and for the end of its output.
   *
   * @return its exit status; 128 plus the signal's number if a signal ended it
   * @throws AssertionError if it still ran at the limit: it is killed then, and its threads are in
   *     the text
   * @throws InterruptedException if this thread is interrupted; the child runs on
   */
  public int waitFor(Duration limit) throws InterruptedException {
    if (!process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
      printThreads();
      AssertionError failure = failure("still ran after " + limit);
      kill();
      throw failure;
    }
    awaitEndOfOutput();
    return process.exitValue();
  }

  /**
   * Waits for the child to exit with status 0.
   *
   * @return all it printed on standard output
   * @throws AssertionError if it exited otherwise, or still ran at the limit
   * @throws InterruptedException if this thread is interrupted; the child runs on
   */
  public List<String> finish(Duration limit) throws InterruptedException {
    int status = waitFor(limit);
    if (status != 0) {
      throw failure("exited with status " + status);
    }
    return output();
  }

  /**
   * Kills the child and all processes that come from it, if they still run, and frees what belongs
   * to it here. An interrupt does not stop it and is kept. Closing again does nothing more.
   *
   * @throws IOException if a descriptor or a copied class cannot be freed
   * @throws AssertionError if another process still holds its output, which is possible only for
   *     one that was started with another environment
   */
  @Override
  public void close() throws IOException {
    try {
      mark.killAll();
      process.onExit().join();
      awaitEndOfOutput();
    } finally {
      process.getInputStream().close();
      process.getErrorStream().close();
      closeInput();
      classPath.close();
    }
  }

  /**
   * The JDK closes the stream too when it learns of the exit, under the stream's monitor ({@code
   * ProcessImpl.ProcessPipeOutputStream.processExited}): with it, the number is free when this
   * returns.
   */
  private void closeInput() {
    OutputStream input = process.getOutputStream();
    synchronized (input) {
      try {
        input.close();
      } catch (IOException e) {
        // A broken pipe: bytes that were sent but never read are of no interest any more.
      }
    }
  }

  private void awaitEndOfOutput() {
    if (!output.awaitEnd(AFTER_EXIT) || !errors.awaitEnd(AFTER_EXIT)) {
      throw failure("is gone, but another process still holds its output");
    }
  }

  /**
   * A JVM prints its threads on SIGQUIT; what stands in front of it ({@link ChildJvmLaunch#under})
   * would only die of it.
   */
  private void printThreads() throws InterruptedException {
    try {
      if (Path.of("/proc/" + pid() + "/exe").toRealPath().endsWith("bin/java")) {
        // With our own streams, so that there is no pipe to close.
        new ProcessBuilder("/bin/sh", "-c", "kill -QUIT " + pid()).inheritIO().start().waitFor();
        output.await(
            line -> line.startsWith("JNI global refs"), System.nanoTime() + THREAD_DUMP.toNanos());
      }
    } catch (IOException e) {
      // The child exited meanwhile: then the failure has no threads to show.
    }
  }

  private AssertionError failure(String what) {
    String status = isAlive() ? "running" : "exited with status " + process.exitValue();
    return new AssertionError(
        """
        Child %d %s (%s).
        command: %s
        standard output:
          %s
        standard error:
          %s\
        """
            .formatted(
                pid(),
                what,
                status,
                command,
                String.join("\n  ", output()),
                String.join("\n  ", errors())));
  }
}
