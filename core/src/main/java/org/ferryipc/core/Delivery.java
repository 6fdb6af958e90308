package org.ferryipc.core;

import java.lang.System.Logger.Level;
import java.util.List;
import org.ferryipc.core.ownership.FerryLog;
import org.ferryipc.core.ownership.Ownership;
import org.jspecify.annotations.Nullable;

/**
 * A received value and the handles that came in it, to be used by one thread at a time.
 *
 * <p>Closing it closes each of its handles that was not meanwhile moved into another message, converted, or closed; so
 * in a try-with-resources block a handle can be lost on no path. What the value borrows of the message (as a pickled one can)
 * ends with it too. {@link #keep} gives the value out for good instead.
 */
public final class Delivery<T> implements AutoCloseable {
  private final T value;
  private List<Ownership> handles;

  private @Nullable Runnable borrower;

  Delivery(T value, List<Ownership> handles) {
    this(value, handles, null);
  }

  Delivery(T value, List<Ownership> handles, @Nullable Runnable borrower) {
    this.value = value;
    this.handles = handles;
    this.borrower = borrower;
  }

  /** {@return the message} */
  public T value() {
    return value;
  }

  /** {@return how many handles came with the message} */
  public int handleCount() {
    return handles.size();
  }

  /**
   * {@return the message}; its handles are the caller's now, what it borrows it may read for ever, and {@link #close} does
   * nothing more
   */
  public T keep() {
    handles = List.of();
    borrower = null;
    return value;
  }

  /** Closes what nobody moved, converted or kept; a failing close is logged and counted. Idempotent. */
  @Override
  public void close() {
    Runnable told = borrower;
    borrower = null;
    tell(told);
    List<Ownership> mine = handles;
    handles = List.of();
    for (Ownership handle : mine) {
      handle.closeQuietly();
    }
  }

  /** Tells who borrows of a message that it is released; a codec is other people's code, and must not keep handles open. */
  static void tell(@Nullable Runnable borrower) {
    if (borrower != null) {
      try {
        borrower.run();
      } catch (RuntimeException | Error e) {
        FerryLog.log(Level.ERROR, "a codec could not be told that a message is released", e);
      }
    }
  }
}
