package org.ferryipc.unix.socket;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.ferryipc.core.ownership.BriefLock;
import org.ferryipc.unix.waiting.Readiness;

/**
 * What a sending end knows of others in other processes. A superclass and no object of its own, because an end that
 * arrives should cost few.
 *
 * <p>Who closes the last end says why, if no other process has one: nobody may believe that falsely. Two calls of other
 * threads could make it false while a reference travels. One counts another reference ({@link SocketSender#refer}) of an
 * only one, begun before that was leased: the frame says that its receiver is alone. So {@link #beginTravel} says {@link
 * #travelsAlone} before it looks at the count, and whoever counts one more looks for that afterwards: one of the two sees
 * the other, and then the frame says SHARED, or the reference is not counted. The other is the end of the remaining
 * references while one departs: until this is known to be shared, {@link #underWay} says so, and it is read after the
 * count has fallen.
 */
abstract class ExclusiveEnd extends BriefLock {
  private static final VarHandle UNDER_WAY;

  static {
    try {
      UNDER_WAY = MethodHandles.lookup().findVarHandle(ExclusiveEnd.class, "underWay", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  // Whether another process may have a sender too: sticky, because nobody can know that it is alone again.
  private volatile boolean shared;
  // Whether the only reference is on its way as the only one. Stays when it departs: nothing is here then.
  private volatile boolean travelsAlone;
  private volatile int underWay; // how many that are not alone; not counted any more once shared is set

  /** Says that another process may have an end too, for ever. */
  final void markShared() {
    shared = true;
  }

  /** {@return whether no other process can have an end} Asked after the last reference has ended. */
  final boolean isExclusive() {
    return !shared && underWay == 0;
  }

  /** {@return whether the only reference is on its way as the only one} */
  final boolean travelsAlone() {
    return travelsAlone;
  }

  /**
   * A reference of {@code guarded} is about to travel. {@link #endTravel} follows if it does not, {@link #markShared} if it
   * does and is not the last.
   */
  final void beginTravel(Readiness guarded) {
    if (!shared && !saysThatItIsAlone(guarded)) {
      int unused = (int) UNDER_WAY.getAndAdd(this, 1);
    }
  }

  private boolean saysThatItIsAlone(Readiness guarded) {
    if (guarded.isShared()) {
      return false;
    }
    travelsAlone = true;
    if (guarded.isShared()) {
      travelsAlone = false;
      return false;
    }
    return true;
  }

  /** The reference did not travel after all. */
  final void endTravel() {
    if (travelsAlone) {
      travelsAlone = false;
    } else if (!shared) {
      int unused = (int) UNDER_WAY.getAndAdd(this, -1);
    }
  }
}
