package org.ferryipc.core.remotememory;

/** Hears of each question for memory before it is answered, on the thread that serves. */
@FunctionalInterface
public interface ReadObserver {

  /**
   * Called before an answer. What it throws ends that channel.
   *
   * @param address where the wanted bytes begin
   * @param size how many are wanted; of a string, at most
   */
  void asked(long address, int size);
}
