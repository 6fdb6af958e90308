package org.ferryipc.core.ownership;

import java.util.concurrent.atomic.LongAdder;

/**
 * How many handles exist and have neither moved nor closed. Two adders rather than one that goes up and down, so that a
 * leak check can tell a test that made nothing from one that closed what it made.
 */
public final class LiveHandles {
  private static final LongAdder CREATED = new LongAdder();
  private static final LongAdder ENDED = new LongAdder();

  private LiveHandles() {}

  /**
   * Counts {@code handles} new ones: once for a message, because an adder costs as much as the rest of a handle's state.
   */
  static void created(int handles) {
    CREATED.add(handles);
  }

  /** Counts {@code handles} that moved or closed. */
  static void ended(int handles) {
    ENDED.add(handles);
  }

  /** {@return how many handles have been made in this process} */
  public static long createdSoFar() {
    return CREATED.sum();
  }

  /** {@return how many handles are open or leased}; exact only while no thread makes, moves or closes one */
  public static long now() {
    return CREATED.sum() - ENDED.sum();
  }
}
