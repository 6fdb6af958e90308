package org.ferryipc.benches.counting;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ferryipc.benches.turns.Bench;
import org.openjdk.jmh.annotations.Fork;

/**
 * The system calls of an operation, of the thread that measures: the other side, be it a thread or a process, makes its own.
 *
 * @param perOperation how many, by name
 */
public record SystemCalls(Map<String, Double> perOperation) {
  // With -f a line begins with the thread. One that was interrupted by another's is told again when it is resumed, otherwise.
  private static final Pattern CALL = Pattern.compile("^(\\d+) +([a-z_0-9]+)\\((.*)");
  private static final int SECONDS = 120;

  /** Sorts by name. */
  public SystemCalls {
    perOperation = new TreeMap<>(perOperation);
  }

  /** {@return how many there are of all kinds} */
  public double sum() {
    return perOperation.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /**
   * Runs {@code bench} under strace.
   *
   * @param folder for the trace, which is left there
   * @throws IOException if there is no strace, or the benchmark fails; the message is one line
   */
  public static SystemCalls of(Bench bench, Path folder) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    Path trace = folder.resolve(bench.fileName() + ".strace");
    Path log = folder.resolve(bench.fileName() + ".strace.log");
    Process traced =
        new ProcessBuilder(command(bench, trace)).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    if (!traced.waitFor(SECONDS, TimeUnit.SECONDS)) {
      traced.destroyForcibly();
      throw new IOException("counting the calls of " + bench.fileName() + " takes too long, see " + log);
    }
    if (traced.exitValue() != 0) {
      throw new IOException("counting the calls of " + bench.fileName() + " failed, see " + log);
    }
    try {
      return parse(
          Files.readAllLines(trace, StandardCharsets.ISO_8859_1), Traced.operations(bench.owner(), bench.method()));
    } catch (IOException e) {
      throw new IOException("counting the calls of " + bench.fileName() + " failed: " + e.getMessage(), e);
    }
  }

  private static List<String> command(Bench bench, Path trace) {
    List<String> command = new ArrayList<>(List.of("strace", "-f", "-qq", "-e", "signal=none", "-o", trace.toString()));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Xshare:auto"));
    Fork fork = bench.owner().getAnnotation(Fork.class); // JMH reads it itself
    if (fork != null) {
      command.addAll(List.of(fork.jvmArgsAppend()));
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Traced.class.getName()));
    command.addAll(List.of(bench.owner().getName(), bench.method()));
    bench.parameters().forEach((name, value) -> command.add(name + "=" + value));
    return command;
  }

  /** {@return what {@code trace} says of the thread that marked it, between its marks} */
  static SystemCalls parse(List<String> trace, int operations) throws IOException {
    Map<String, Integer> counted = new TreeMap<>();
    String thread = "";
    for (String line : trace) {
      Matcher call = CALL.matcher(line);
      if (!call.matches()) {
        continue;
      }
      // What follows is the result, or that other threads were faster; both marks have as many digits.
      boolean close = call.group(2).equals("close");
      if (close && call.group(3).startsWith(Integer.toString(Traced.BEGIN))) {
        thread = call.group(1);
      } else if (close && call.group(3).startsWith(Integer.toString(Traced.END))) {
        Map<String, Double> each = new TreeMap<>();
        counted.forEach((name, count) -> each.put(name, (double) count / operations));
        return new SystemCalls(each);
      } else if (call.group(1).equals(thread)) {
        counted.merge(call.group(2), 1, Integer::sum);
      }
    }
    throw new IOException("the trace has no " + (thread.isEmpty() ? "beginning" : "end"));
  }

  /** {@return what there is, most first}: {@code sendto 1, recvmsg 1}; {@code none} if there is nothing */
  @Override
  public String toString() {
    Stream<String> names =
        perOperation.entrySet().stream()
            .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
            .map(entry -> entry.getKey() + " " + String.format(java.util.Locale.ROOT, "%.3g", entry.getValue()));
    String all = String.join(", ", names.toList());
    return all.isEmpty() ? "none" : all;
  }
}
