package org.ferryipc.unix.processes;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How long processors have worked for this process; unlike the time on the clock, it does not grow on a busy machine.
 */
public final class ProcessorTime {
  private static final Path TASKS = Path.of("/proc/self/task");

  private ProcessorTime() {}

  /** {@return the time of all threads so far, those of the virtual machine too} */
  public static Duration ofProcess() {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return Duration.ofNanos(system.getProcessCpuTime());
  }

  /**
   * {@return the time so far of the live threads whose name begins with one of {@code names}}, as the kernel knows it:
   * its first 15 bytes
   */
  public static Duration ofThreads(String... names) throws IOException {
    long nanos = 0;
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
      for (Path task : tasks) {
        String times = startsWithOneOf(line(task.resolve("comm")), names) ? line(task.resolve("schedstat")) : "";
        if (!times.isEmpty()) {
          nanos += Long.parseLong(times.split(" ")[0]); // proc(5): nanoseconds on a processor
        }
      }
    }
    return Duration.ofNanos(nanos);
  }

  private static boolean startsWithOneOf(String name, String[] prefixes) {
    for (String prefix : prefixes) {
      if (!name.isEmpty() && name.startsWith(prefix.substring(0, Math.min(prefix.length(), 15)))) {
        return true;
      }
    }
    return false;
  }

  /** {@return the line in a file of a thread's directory}; empty if the thread has ended */
  static String line(Path file) throws IOException {
    try {
      return Files.readAllLines(file).getFirst();
    } catch (IOException e) { // ENOENT, or ESRCH if the thread ended after the file was opened
      if (Files.exists(file.getParent())) {
        throw e;
      }
      return "";
    }
  }
}
