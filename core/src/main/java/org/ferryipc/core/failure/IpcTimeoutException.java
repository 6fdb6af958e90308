package org.ferryipc.core.failure;

import java.time.Duration;

/**
 * A call with a time limit (accept, connect, a remote call) ran into it.
 *
 * <p>Sending and receiving with a limit do not throw this: they return {@code false} or {@code Empty}.
 */
public final class IpcTimeoutException extends IpcException {
  private static final long serialVersionUID = 1L;

  private final Duration limit;

  /** Made when the deadline of {@code doing} has passed. */
  public IpcTimeoutException(String doing, Duration limit) {
    super(doing + ": not done within " + words(limit), null);
    this.limit = limit;
  }

  // Milliseconds are read most easily, but not every duration has so few of them that they fit in a number.
  private static String words(Duration limit) {
    try {
      return limit.toMillis() + " ms";
    } catch (ArithmeticException tooLong) {
      return limit.toString();
    }
  }

  /** {@return the limit that was given} */
  public Duration limit() {
    return limit;
  }
}
