package org.ferryipc.core;

/** How a platform thread waits for a message, and for room in a lane. Virtual threads always give up their carrier at once. */
public enum WaitStrategy {
  /**
   * Looks at the channel's shared memory for some microseconds before it sleeps, or sends by the socket, but only where the
   * machine has at least two processors, and as long as that saved it from sleeping lately: the default. Where calls travel it
   * looks at the socket in the same way, if there is no such memory.
   */
  ADAPTIVE,
  /** Sleeps at once. */
  BLOCK
}
