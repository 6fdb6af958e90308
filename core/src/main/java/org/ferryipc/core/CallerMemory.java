package org.ferryipc.core;

import java.lang.foreign.MemorySegment;

/** A look at memory that a caller lends for one call, before anything depends on it. */
final class CallerMemory {
  private CallerMemory() {}

  /**
   * Refuses memory that this thread cannot use: a transport hands its address to the kernel, which knows no arenas, and a
   * message that was taken for it would be lost.
   *
   * @throws IllegalStateException if its arena is closed
   * @throws WrongThreadException if it belongs to another thread
   */
  static void checkUsable(MemorySegment memory) {
    if (!memory.scope().isAlive()) {
      throw new IllegalStateException("the arena of the memory is closed");
    }
    if (!memory.isAccessibleBy(Thread.currentThread())) {
      throw new WrongThreadException("the memory belongs to another thread");
    }
  }
}
