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

  /**
   * {@return whether what is waited for often comes within microseconds, as the answer to a call does} Then it may be worth to
   * look for it before the sleep, even where each look is a system call.
   */
  default boolean isDueSoon() {
    return false;
  }
}
