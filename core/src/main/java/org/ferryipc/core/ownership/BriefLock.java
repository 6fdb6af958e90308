package org.ferryipc.core.ownership;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lock that is never held while anything is waited for.
 *
 * <p>Whoever gives it back does not look whether somebody waits, so that takes a store and no locked instruction: a message in a
 * lane costs little more than three of those. Who finds the lock taken enters the monitor of this object, and looks there until it
 * is free: of many who wait one looks, and the others sleep. Who has the lock never enters the monitor, and takes the lock once.
 */
public class BriefLock {
  private static final VarHandle TAKEN;

  static {
    try {
      TAKEN = MethodHandles.lookup().findVarHandle(BriefLock.class, "taken", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused") // by TAKEN
  private boolean taken;

  /** One that nobody has. */
  public BriefLock() {}

  /** Takes the lock; {@link #unlock} must follow. What was done under it before is seen. */
  public final void lock() {
    if (!TAKEN.compareAndSet(this, false, true)) {
      lockLater();
    }
  }

  private synchronized void lockLater() {
    for (int looks = 0; (boolean) TAKEN.getOpaque(this) || !TAKEN.compareAndSet(this, false, true); looks++) {
      BriefWait.pause(looks);
    }
  }

  /** Gives the lock back. */
  public final void unlock() {
    TAKEN.setRelease(this, false);
  }
}
