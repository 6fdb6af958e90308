package org.ferryipc.benches;

/** Where the two sides of a benchmark run. */
public enum Placement {
  /** One thread sends to itself. */
  SAME_THREAD("same-thread"),
  /** Both sides share a processor. */
  ONE_CORE("one-core"),
  /** Each side has a processor of its own. */
  TWO_CORES("two-cores"),
  /** Where the system puts them, while all processors have other work. */
  BUSY_CORES("busy-cores");

  private final String label;

  Placement(String label) {
    this.label = label;
  }

  /** {@return its name in results} */
  @Override
  public String toString() {
    return label;
  }
}
