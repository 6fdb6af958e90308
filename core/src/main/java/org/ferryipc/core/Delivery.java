package org.ferryipc.core;

import java.util.List;
import org.ferryipc.core.ownership.Ownership;

/**
 * A received value and the handles that came in it, to be used by one thread at a time.
 *
 * <p>Closing it closes each of its handles that was not meanwhile moved into another message, converted, or closed; so
 * in a try-with-resources block a handle can be lost on no path. {@link #keep} gives the value out for good instead.
 */
public final class Delivery<T> implements AutoCloseable {
  private final T value;
  private List<Ownership> handles;

  Delivery(T value, List<Ownership> handles) {
    this.value = value;
    this.handles = handles;
  }

  /** {@return the message} */
  public T value() {
    return value;
  }

  /** {@return how many handles came with the message} */
  public int handleCount() {
    return handles.size();
  }

  /** {@return the message}; its handles are the caller's now, and {@link #close} does nothing more */
  public T keep() {
    handles = List.of();
    return value;
  }

  /** Closes what nobody moved, converted or kept; a failing close is logged and counted. Idempotent. */
  @Override
  public void close() {
    List<Ownership> mine = handles;
    handles = List.of();
    for (Ownership handle : mine) {
      handle.closeQuietly();
    }
  }
}
