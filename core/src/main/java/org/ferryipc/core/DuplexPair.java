package org.ferryipc.core;

/**
 * The two ends of a new two-way channel.
 *
 * @param left sends {@code A}, receives {@code B}
 * @param right sends {@code B}, receives {@code A}
 */
public record DuplexPair<A, B>(Duplex<A, B> left, Duplex<B, A> right) implements AutoCloseable {
  /** Closes both ends; one that was moved meanwhile is left alone. */
  @Override
  public void close() {
    left.close();
    right.close();
  }
}
