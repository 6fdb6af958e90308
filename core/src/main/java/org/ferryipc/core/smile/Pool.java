package org.ferryipc.core.smile;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A few objects to borrow, without a lock. Borrowing again while one is out gives another, so nested use works; what
 * finds no place on return is dropped.
 */
final class Pool<E> {
  // Threads in one codec at one moment that find one ready.
  private static final int KEPT = 4;

  private final AtomicReferenceArray<@Nullable E> idle = new AtomicReferenceArray<>(KEPT);
  private final Supplier<E> make;

  Pool(Supplier<E> make) {
    this.make = make;
  }

  E borrow() {
    for (int i = 0; i < KEPT; i++) {
      if (idle.getPlain(i) != null) { // most are empty: look before the exchange, which costs a locked instruction
        E kept = idle.getAndSet(i, null);
        if (kept != null) {
          return kept;
        }
      }
    }
    return make.get();
  }

  // A store and no exchange, which costs as much as the whole loan otherwise: of two that are given into one place at the
  // same moment one is dropped.
  void giveBack(E used) {
    for (int i = 0; i < KEPT; i++) {
      if (idle.getPlain(i) == null) {
        idle.setRelease(i, used);
        return;
      }
    }
  }
}
