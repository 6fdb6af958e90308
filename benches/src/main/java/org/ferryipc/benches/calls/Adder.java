package org.ferryipc.benches.calls;

/** What is called. */
public interface Adder {
  /** {@return the sum} */
  int add(int a, int b);
}
