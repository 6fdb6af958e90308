package org.ferryipc.core.transport;

/** The call that waits on a port. */
@FunctionalInterface
public interface Waiting {
  /**
   * {@return whether the call has lost its handle and must not begin to wait}
   *
   * <p>A port asks this after its waiter can be woken and before it sleeps. Closing marks the handle first and wakes
   * second, so either this sees the mark or the wake finds the waiter.
   */
  boolean isOver();
}
