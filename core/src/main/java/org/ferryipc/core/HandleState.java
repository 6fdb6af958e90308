package org.ferryipc.core;

/**
 * Where a {@link Handle} stands. States only rise: a moved or closed handle stays so. A leased one returns to {@code
 * Open} if its message was not sent.
 */
public sealed interface HandleState {

  /** Usable, and owned by this object alone. */
  enum Open implements HandleState {
    /** The one value. */
    INSTANCE;

    @Override
    public String toString() {
      return "Open";
    }
  }

  /** Part of a message that is being encoded or sent right now. */
  enum Leased implements HandleState {
    /** The one value. */
    INSTANCE;

    @Override
    public String toString() {
      return "Leased";
    }
  }

  /**
   * Moved away for good.
   *
   * @param by what moved it
   */
  record Moved(String by) implements HandleState {}

  /** Closed. */
  enum Closed implements HandleState {
    /** The one value. */
    INSTANCE;

    @Override
    public String toString() {
      return "Closed";
    }
  }
}
