package org.ferryipc.core;

/**
 * The memory regions in which the large and the loaned messages of one sending end travel. All references to the end in this
 * process share them; a sender in another process has its own. Any thread may call anything, also after the end was closed or
 * moved, when nothing is there any more.
 *
 * <p>A region that a receiver has released is kept for the next message. How many are kept is the matter of a ring: {@code
 * docs/regions.md} has the rules.
 */
public interface ChannelRegions {

  /** {@return how many regions that became empty are remembered before the oldest is given back to the system} */
  int ringSize();

  /**
   * Changes the size of the ring, for instance when a program goes into the background. What has no place in a smaller one is
   * given back at once.
   *
   * @throws IllegalArgumentException if it is not from 0 to 1,024
   */
  void resize(int ringSize);

  /** Gives back the memory of all empty regions. A channel that is idle for some seconds does so by itself. */
  void purge();

  /** {@return what there is and what was done} */
  RegionFigures figures();
}
