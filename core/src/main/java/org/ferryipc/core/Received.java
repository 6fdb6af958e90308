package org.ferryipc.core;

/** What a non-blocking or timed receive found. */
public sealed interface Received<T> {

  /**
   * A message.
   *
   * @param value it; its handles are the caller's
   */
  record Message<T>(T value) implements Received<T> {}

  /** Nothing came in time; or another thread is receiving at this moment, which a try does not wait for. */
  record Empty<T>() implements Received<T> {}

  /**
   * No sender is left and everything was read; final.
   *
   * @param reason why, as far as known
   */
  record Closed<T>(CloseReason reason) implements Received<T> {}
}
