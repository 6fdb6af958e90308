package org.ferryipc.unix.processes;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ferryipc.core.OwnedFd;
import org.ferryipc.unix.UnixDescriptors;
import org.ferryipc.unix.kernel.FileCalls;
import org.ferryipc.unix.testing.ChildJvmLaunch;

/**
 * The kernel's record of the system calls of a whole child JVM, in which the child {@linkplain #mark marks} a part.
 *
 * @param lines one for each call
 */
public record CallRecord(List<String> lines) {
  private static final Pattern DUPLICATION = Pattern.compile("\\b(dup|dup2|dup3)\\(|F_DUPFD");
  private static final Path SINK = Path.of("/dev/null");

  /** Has {@code launch} recorded in {@code log}: its writes, duplications, and the calls {@code more} of strace's names. */
  public static ChildJvmLaunch of(ChildJvmLaunch launch, Path log, String... more) {
    String calls = String.join(",", more);
    return launch.under(
        Strace.command(), "-f", "--seccomp-bpf", "-qq", "-o", log.toString(),
        "-e", "trace=write,fcntl,?dup,?dup2,dup3" + (calls.isEmpty() ? "" : "," + calls));
  }

  /** {@return what a child that has ended left in {@code log}} */
  public static CallRecord read(Path log) throws IOException {
    return new CallRecord(Files.readAllLines(log));
  }

  /** Writes a mark; called in the child. */
  public static void mark(String text) throws IOException {
    try (OwnedFd sink = OwnedFd.open(SINK, StandardOpenOption.WRITE);
        Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocateFrom(text, US_ASCII);
      long written = UnixDescriptors.with(sink, number -> FileCalls.write(number, bytes));
      assertThat(written).isEqualTo(bytes.byteSize());
    }
  }

  /** {@return the part between two marks} */
  public CallRecord between(String begin, String end) {
    return new CallRecord(lines.subList(indexOf(begin), indexOf(end)));
  }

  /** {@return the part from a mark on} */
  public CallRecord from(String mark) {
    return new CallRecord(lines.subList(indexOf(mark), lines.size()));
  }

  /** {@return what the thread of that number did}: each call once, also one that was resumed */
  public CallRecord of(String thread) {
    return new CallRecord(
        lines.stream()
            .filter(line -> line.startsWith(thread + " "))
            .filter(line -> line.contains("(") && !line.contains("resumed"))
            .toList());
  }

  /** {@return how often each call stands here, by name} */
  public Map<String, Long> counts() {
    return lines.stream()
        .map(line -> line.substring(line.indexOf(' ') + 1, line.indexOf('(')).strip())
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  /** {@return whether a call made a second number for an open file} */
  public static boolean isDuplication(String line) {
    return DUPLICATION.matcher(line).find();
  }

  private int indexOf(String mark) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).contains(mark)) {
        return i;
      }
    }
    throw new AssertionError("the record has no write of \"" + mark + "\"");
  }
}
