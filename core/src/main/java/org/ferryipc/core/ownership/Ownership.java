package org.ferryipc.core.ownership;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleInUseException;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.core.transport.Resource;
import org.ferryipc.core.transport.SendPort;
import org.ferryipc.core.transport.Waiting;
import org.jspecify.annotations.Nullable;

/**
 * The one owner's record of a resource: open, leased to a message, moved or closed, and how many calls run on it.
 *
 * <p><b>Argument.</b> Everything is one {@code int}: the state and the number of holds. Each transition is one
 * compare-and-set on it, so of two threads that lease, close or move the same handle exactly one wins, and the loser
 * sees the winner's state. {@link #CLOSED} and {@link #MOVED} have no way out: a handle moves or closes once.
 * The resource is released by the transition that brings the word to CLOSED with no hold, which is entered once: either
 * by {@code close} finding no hold, or by the last {@link #drop} finding CLOSED. Thus nothing is freed under a running
 * call, and nothing twice.
 *
 * <p><b>Brief calls.</b> A call that neither waits nor asks the system, as one that copies a message out of memory, would pay
 * more for a hold than for its work. It makes the word BRIEF instead, from OPEN with no hold, so it is the only call; and it
 * alone writes the word until it makes it OPEN again, for which a store will do. Whoever else would change the word waits for
 * that, as for a lock. So a hold, a lease and a close are each wholly before or behind a brief call. Nothing else here waits.
 *
 * <p>The resource of a MOVED handle is not released here: it has a new owner, or the transport that carried it has
 * released this process's part of it.
 */
public final class Ownership implements Waiting {
  private static final int HOLDS = (1 << 24) - 1;
  private static final int OPEN = 0;
  private static final int BRIEF = 1 << 24; // with no holds
  private static final int LEASED = 2 << 24;
  private static final int LEASED_THEN_CLOSE = 3 << 24;
  private static final int MOVED = 4 << 24;
  private static final int CLOSED = 5 << 24;

  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(Ownership.class, "word", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Resource resource;
  private volatile int word;
  // Written by the holder of the lease before the word becomes LEASED's successor; read after the word was read. So it
  // need not be volatile, which would cost as much as the transition.
  private @Nullable String mover;
  // Written before the word becomes CLOSED, read after that. Two threads that close one handle at one moment may find
  // either's reason there.
  private CloseReason.@Nullable Closed parting;

  // Written before the handle is made. Null only of one that nobody watches.
  private @Nullable Bundle bundle;
  // Written when the handle is made, read when it is lost. A class, because the cleanup net must not reach the handle.
  private @Nullable Class<?> handle;

  /** Takes ownership of {@code resource}; the caller must forget it. */
  public Ownership(Resource resource) {
    this.resource = resource;
    LiveHandles.created(1);
  }

  /** Of one member of {@code bundle}, which counts it. */
  Ownership(Resource resource, Bundle bundle) {
    this.resource = resource;
    this.bundle = bundle;
  }

  /** {@return the tether for the only handle of this}; to be called once, and before that is made */
  Tether watch() {
    Bundle alone = new Bundle(this);
    bundle = alone;
    return alone.watch();
  }

  /** Says which kind of handle this belongs to. */
  public void heldBy(Class<?> kind) {
    handle = kind;
  }

  /** {@return what to call the handle when it is lost} */
  String lostName() {
    Class<?> kind = handle;
    return kind != null ? kind.getSimpleName() : resource.toString();
  }

  /** {@return the owned resource}; use it only under a {@linkplain #hold hold} or a lease. */
  public Resource resource() {
    return resource;
  }

  /** {@return the state as users see it} */
  public HandleState state() {
    return switch (word & ~HOLDS) {
      case OPEN, BRIEF -> HandleState.Open.INSTANCE;
      case LEASED, LEASED_THEN_CLOSE -> HandleState.Leased.INSTANCE;
      case MOVED -> new HandleState.Moved(moverText());
      default -> HandleState.Closed.INSTANCE;
    };
  }

  /** {@return whether the handle is open and not leased}; a hint only, without a hold */
  public boolean isOpen() {
    return (word & ~HOLDS) <= BRIEF;
  }

  /**
   * Refuses a call on a handle that is not open. It may be closed, lent or moved right after that: enough for a send, which the
   * port itself keeps in order with all that ends it.
   *
   * @throws org.ferryipc.core.failure.HandleStateException if it is not open
   */
  public void requireOpen(Object handle) {
    if ((word & ~HOLDS) > BRIEF) {
      throw refusal(handle);
    }
  }

  /** {@return whether a call that holds the handle must give up: it was closed or moved meanwhile} */
  @Override
  public boolean isOver() {
    return (word & ~HOLDS) >= MOVED;
  }

  /**
   * Begins a call on the handle; {@link #drop} must follow.
   *
   * @throws org.ferryipc.core.failure.HandleStateException if it is not open
   */
  public void hold(Object handle) {
    int seen;
    do {
      seen = settled();
      if ((seen & ~HOLDS) != OPEN) {
        throw refusal(handle);
      }
    } while (!WORD.weakCompareAndSet(this, seen, seen + 1));
  }

  /**
   * Begins a brief call on the handle: one that does not wait and makes no system call. If it may, {@link #endBrief} must follow.
   *
   * @return false if another call runs, or the handle is not open: then the call needs a hold
   */
  public boolean beginBrief() {
    return word == OPEN && WORD.compareAndSet(this, OPEN, BRIEF);
  }

  /** Ends a brief call. */
  public void endBrief() {
    WORD.setRelease(this, OPEN);
  }

  // {@return the word, which is not BRIEF}
  private int settled() {
    int seen = word;
    for (int looks = 0; seen == BRIEF; looks++) {
      BriefWait.pause(looks);
      seen = word;
    }
    return seen;
  }

  /** Ends a call; releases the resource if the handle was closed during it and this was the last call. */
  public void drop() {
    int before = (int) WORD.getAndAdd(this, -1);
    if (before - 1 == CLOSED) {
      try {
        release();
      } catch (Throwable e) {
        CloseFailures.report(resource, e);
      }
    }
  }

  private void release() throws IOException {
    CloseReason.@Nullable Closed reason = parting;
    if (reason != null && resource instanceof SendPort port) {
      port.release(reason);
    } else {
      resource.release();
    }
  }

  /**
   * Lends the handle to one message; {@link #commit} or {@link #rollback} must follow.
   *
   * @param alone whether running calls forbid it: they do for all but senders, whose running sends go on
   * @throws org.ferryipc.core.failure.HandleStateException if it is not open, or in use and {@code alone}
   */
  public void lease(Object handle, boolean alone) {
    int seen;
    do {
      seen = settled();
      if ((seen & ~HOLDS) != OPEN) {
        throw refusal(handle);
      }
      if (alone && seen != OPEN) {
        throw new HandleInUseException(handle.toString(), "a call is running on it");
      }
    } while (!WORD.weakCompareAndSet(this, seen, seen + LEASED));
  }

  /**
   * Ends a lease by moving: the handle is MOVED for ever. A {@code close} during the lease has nothing left to do. Never
   * throws: the message is on its way.
   */
  public void commit(String by) {
    Bundle.ended(commitUncounted(by), 1);
  }

  /** As {@link #commit}, but the caller counts: {@link Bundle#ended}. {@return the bundle that this belongs to} */
  public @Nullable Bundle commitUncounted(String by) {
    mover = by;
    int seen = word;
    assert isLeased(seen) : "commit without lease";
    if ((seen & HOLDS) == 0) {
      // No call runs, and none begins while the handle is leased. Only a close can write at this moment, and it asks for
      // what has no effect any more. So nobody needs to be woken, and a store will do.
      WORD.setRelease(this, MOVED);
      return bundle;
    }
    while (!WORD.weakCompareAndSet(this, seen, MOVED | (seen & HOLDS))) {
      seen = word;
    }
    wakeCalls();
    return bundle;
  }

  /**
   * Ends a lease with nothing moved: the handle works as before, or closes now if that was asked for meanwhile. Never throws.
   */
  public void rollback() {
    int seen;
    int next;
    do {
      seen = word;
      assert isLeased(seen) : "rollback without lease";
      next = ((seen & ~HOLDS) == LEASED ? OPEN : CLOSED) | (seen & HOLDS);
    } while (!WORD.weakCompareAndSet(this, seen, next));
    if ((next & ~HOLDS) == CLOSED) {
      try {
        afterClosed(next);
      } catch (Throwable e) {
        CloseFailures.report(resource, e);
      }
    }
  }

  /**
   * Closes the handle; does nothing if it is moved or closed.
   *
   * <p>Returns at once. Blocked calls wake and fail; the resource is released here or by the last of them. While leased,
   * the wish is remembered and done if the lease comes back.
   *
   * @throws IOException if the resource was released here and that failed
   */
  public void close() throws IOException {
    int seen;
    int next;
    do {
      seen = settled();
      switch (seen & ~HOLDS) {
        case OPEN -> next = CLOSED | (seen & HOLDS);
        case LEASED -> next = LEASED_THEN_CLOSE | (seen & HOLDS);
        default -> {
          return;
        }
      }
    } while (!WORD.compareAndSet(this, seen, next));
    if ((next & ~HOLDS) == CLOSED) {
      afterClosed(next);
    }
  }

  /** As {@link #close}, for handles whose close throws nothing: a failure is logged and counted. */
  public void closeQuietly() {
    try {
      close();
    } catch (Throwable e) {
      CloseFailures.report(resource, e);
    }
  }

  /** As {@link #closeQuietly()}, with a reason for the other side if the resource is its last reference. */
  public void closeQuietly(CloseReason.Closed reason) {
    if (!isOver()) {
      parting = reason;
    }
    closeQuietly();
  }

  private void afterClosed(int next) throws IOException {
    Bundle.ended(bundle, 1);
    if (next == CLOSED) {
      release();
    } else {
      wakeCalls();
    }
  }

  // The transition has happened, and there may be other handles to settle: nothing may come out of here.
  private void wakeCalls() {
    try {
      resource.wake();
    } catch (Throwable e) {
      FerryLog.log(System.Logger.Level.ERROR, "the calls that wait on a " + resource + " could not be woken", e);
    }
  }

  /** Throws what a call must throw that found the handle over. */
  public RuntimeException refusal(Object handle) {
    return switch (word & ~HOLDS) {
      case OPEN, BRIEF, LEASED, LEASED_THEN_CLOSE ->
          new HandleInUseException(handle.toString(), "it is part of a message that is being sent, or another call takes or changes it");
      case MOVED -> new HandleMovedException(handle.toString(), moverText());
      default -> new HandleClosedException(handle.toString());
    };
  }

  private String moverText() {
    String by = mover;
    return by == null ? "an unknown call" : by;
  }

  private static boolean isLeased(int seen) {
    int state = seen & ~HOLDS;
    return state == LEASED || state == LEASED_THEN_CLOSE;
  }
}
