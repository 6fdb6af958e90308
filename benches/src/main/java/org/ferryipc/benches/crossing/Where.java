package org.ferryipc.benches.crossing;

import java.util.Arrays;
import org.ferryipc.benches.large.Processors;

/** Where the two threads run that a benchmark is about. */
public enum Where {
  /** Each on a processor of its own, where there are two. */
  TWO_CORES("two-cores"),
  /** Both on one processor. */
  ONE_CORE("one-core"),
  /** Where the system puts them, while all processors have other work: {@link Hogs}. */
  BUSY_CORES("busy-cores"),
  /** Where the system puts them. */
  ANYWHERE("anywhere");

  private final String label;

  Where(String label) {
    this.label = label;
  }

  /** {@return the one that is called so in results} */
  public static Where of(String label) {
    return Arrays.stream(values()).filter(where -> where.label.equals(label)).findFirst().orElseThrow();
  }

  /** Keeps the calling thread where the benchmark's own belongs. */
  public void here() {
    if (isPinned()) {
      Processors.pin(0);
    }
  }

  /** Keeps the calling thread where the other process's belongs. */
  public void there() {
    if (isPinned()) {
      Processors.pin(this == TWO_CORES ? 1 : 0);
    }
  }

  private boolean isPinned() {
    return this == TWO_CORES || this == ONE_CORE;
  }

  /** {@return its name in results} */
  @Override
  public String toString() {
    return label;
  }
}
