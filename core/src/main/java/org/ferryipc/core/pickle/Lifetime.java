package org.ferryipc.core.pickle;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.ferryipc.core.failure.StaleViewException;
import org.jspecify.annotations.Nullable;

/**
 * How long borrowed bytes are what they were. Ends once.
 *
 * <p>Who is about to change the bytes ends it first; who shows some reads them first and checks second. So whichever
 * way two threads meet, no changed byte is shown: the reader of one finds the end.
 */
final class Lifetime implements Runnable {
  /** Of bytes that nobody ever changes. */
  static final Lifetime ENDLESS = new Lifetime();

  static final String WITHOUT_MEMORY = "has no memory any more, its arena is closed";

  static final String RELEASED = "was released";
  static final String RECYCLED = "was recycled";
  static final String CHANGED = "was changed";

  private final MemorySegment.@Nullable Scope scope;
  private volatile @Nullable String end;

  Lifetime() {
    this.scope = null;
  }

  /** Of bytes in memory that its owner may free: ends with that too. */
  Lifetime(MemorySegment memory) {
    this.scope = memory.scope();
  }

  /** The message is released. */
  @Override
  public void run() {
    end(RELEASED);
  }

  /** Ends it; what the caller writes into the bytes afterwards is seen by nobody who does not see the end. */
  void end(String how) {
    if (end == null) {
      end = how;
    }
    VarHandle.fullFence();
  }

  /**
   * To be called between the read of bytes and their use.
   *
   * @param view what was used, for the text
   * @throws StaleViewException if they may be other bytes
   */
  void check(String view) {
    VarHandle.loadLoadFence();
    String how = end;
    if (how == null && scope != null && !scope.isAlive()) {
      how = WITHOUT_MEMORY;
    }
    if (how != null) {
      throw new StaleViewException(view, how);
    }
  }
}
