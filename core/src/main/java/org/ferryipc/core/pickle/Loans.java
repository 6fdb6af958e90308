package org.ferryipc.core.pickle;

import org.ferryipc.core.failure.StaleViewException;
import org.jspecify.annotations.Nullable;

/** What a writer has given out that ends with its next change: readers, views, and claims. */
final class Loans {
  private int changes;
  private boolean over;
  private boolean held;
  // Of the readers and views that were made since the last change.
  private @Nullable Lifetime lent;

  /** {@return the number of changes so far}; a claim is good while it stays the same */
  int changes() {
    return changes;
  }

  /**
   * Must come before something is written.
   *
   * @throws StaleViewException if nothing may be written any more
   */
  void change() {
    refuseIfOver();
    refuseIfHeld();
    end(Lifetime.CHANGED);
  }

  /** Ends all loans, before everything is thrown away. */
  void recycle() {
    refuseIfHeld();
    end(Lifetime.RECYCLED);
  }

  /**
   * Refuses all changes until {@link #release}: for the time in which a text is asked for its chars, which is somebody's code and
   * could write here itself, into bytes that are about to be written.
   */
  void hold() {
    held = true;
  }

  /** Ends {@link #hold}. */
  void release() {
    held = false;
  }

  private void refuseIfHeld() {
    if (held) {
      throw new IllegalStateException("a text writes to the pickle that it is being written to");
    }
  }

  private void end(String how) {
    changes++;
    endViews(how);
  }

  /** Ends all loans; there will be no others. */
  void close() {
    end(Lifetime.RECYCLED);
    over = true;
  }

  void refuseIfOver() {
    if (over) {
      throw new StaleViewException("a PickleWriter", "is written");
    }
  }

  /** {@return how long a reader or view lives that is made now} */
  Lifetime lend() {
    refuseIfOver();
    Lifetime present = lent;
    if (present == null) {
      present = new Lifetime();
      lent = present;
    }
    return present;
  }

  /**
   * Must come before something is written to a place that was claimed at that change.
   *
   * @throws StaleViewException if there were others since
   */
  void useClaim(int change) {
    if (over || change != changes) {
      throw new StaleViewException("a claim", over ? Lifetime.RECYCLED : "was written to since");
    }
    endViews(Lifetime.CHANGED);
  }

  private void endViews(String how) {
    Lifetime present = lent;
    if (present != null) {
      lent = null;
      present.end(how);
    }
  }
}
