package org.ferryipc.unix.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A bounded set of idle objects, lent to one thread at a time without locks and without allocation.
 *
 * <p>Not keyed by thread, so that ten thousand virtual threads on two carriers need no more objects than the two that
 * run. Thread-safe. Makes no objects, and keeps only those whose loss costs nothing but the making of another.
 */
public final class Slots<T> {

  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);

  /** References between two slots, so that each has a cache line (64 bytes, 4 bytes a reference) of its own. */
  private static final int STRIDE_BITS = 4;

  /** Fibonacci hashing (2^32 / golden ratio): neighbouring thread ids start at different slots. */
  private static final int SPREAD = 0x9E3779B9;

  private final @Nullable Object[] slots;
  private final int mask;

  /**
   * Makes an empty set.
   *
   * @param capacity how many idle objects it keeps, rounded up to a power of two
   */
  public Slots(int capacity) {
    int size = Integer.highestOneBit(Math.max(capacity - 1, 1)) << 1;
    slots = new Object[size << STRIDE_BITS];
    mask = size - 1;
  }

  /** {@return an idle object, which is the caller's until it gives it back, or null when there is none} */
  @SuppressWarnings("unchecked") // only give(T) stores into the array
  public @Nullable T take() {
    int start = start();
    for (int i = 0; i <= mask; i++) {
      int at = (start + i & mask) << STRIDE_BITS;
      if (slots[at] != null) {
        Object taken = SLOT.getAndSet(slots, at, (Object) null);
        if (taken != null) {
          return (T) taken;
        }
      }
    }
    return null;
  }

  /**
   * Keeps an object for the next taker, or forgets it when there is no room.
   *
   * <p>A store and no exchange, which costs as much as a whole loan otherwise: of two objects given into one slot at
   * the same moment the garbage collector gets one.
   */
  public void give(T idle) {
    int start = start();
    for (int i = 0; i <= mask; i++) {
      int at = (start + i & mask) << STRIDE_BITS;
      if (slots[at] == null) {
        SLOT.setRelease(slots, at, (Object) idle);
        return;
      }
    }
  }

  private static int start() {
    return (int) Thread.currentThread().threadId() * SPREAD >>> 16;
  }
}
