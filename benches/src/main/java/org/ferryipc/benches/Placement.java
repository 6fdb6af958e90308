package org.ferryipc.benches;

import org.ferryipc.benches.large.Processors;

/** Where the two sides of a benchmark run. */
public enum Placement {
  /** One thread sends to itself. */
  SAME_THREAD("same-thread", "same-thread"),
  /** Both sides share a processor, on purpose. */
  ONE_CORE("one-core", "one-core"),
  /** Both sides share a processor because there is no other. */
  ONLY_CORE("one-core", "one-core"),
  /** Each side has a processor of its own. */
  TWO_CORES("two-cores", "two-cores"),
  /** Where the system puts them, while all processors have other work. */
  BUSY_CORES("busy-cores", "two-cores");

  private final String word;
  private final String inResults;

  Placement(String word, String inResults) {
    this.word = word;
    this.inResults = inResults;
  }

  /** {@return where two sides run that are to be apart}: a row has the same name on a machine that cannot do it */
  public static Placement apart() {
    return apart(Processors.count());
  }

  static Placement apart(int processors) {
    return processors > 1 ? TWO_CORES : ONLY_CORE;
  }

  /** {@return what it is called in {@code results.json}, which knows three} */
  String inResults() {
    return inResults;
  }

  /** {@return what benchmarks call it} */
  @Override
  public String toString() {
    return word;
  }
}
