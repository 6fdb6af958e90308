package org.ferryipc.benches.large;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.ProcessCalls;

/** The processors that this process may use. */
public final class Processors {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String LIST = "Cpus_allowed_list:";
  private static final BitSet ALLOWED = allowed();

  private Processors() {}

  /** {@return how many there are} */
  public static int count() {
    return ALLOWED.cardinality();
  }

  /** Keeps the calling thread on the processor of that {@code index}, counted round. */
  public static void pin(int index) {
    int cpu = ALLOWED.stream().skip(index % ALLOWED.cardinality()).findFirst().orElseThrow();
    try {
      ProcessCalls.pinThread(cpu);
    } catch (KernelException e) {
      throw new IllegalStateException("cannot keep a thread on processor " + cpu, e);
    }
  }

  private static BitSet allowed() {
    try {
      for (String line : Files.readAllLines(STATUS)) {
        if (line.startsWith(LIST)) {
          return parse(line.substring(LIST.length()).strip());
        }
      }
      throw new IllegalStateException(STATUS + " has no line " + LIST);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return the numbers of a list as {@code 0,2-3}: proc(5)} */
  static BitSet parse(String list) {
    BitSet numbers = new BitSet();
    for (String range : list.split(",")) {
      int dash = range.indexOf('-');
      int from = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
      int to = dash < 0 ? from : Integer.parseInt(range.substring(dash + 1));
      numbers.set(from, to + 1);
    }
    return numbers;
  }
}
