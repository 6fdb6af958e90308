package org.ferryipc.core.failure;

/**
 * The handle is part of a message being sent, or a call is running on it that a move would break.
 *
 * <p>Thrown at once: nothing in Ferry waits for a handle.
 */
public final class HandleInUseException extends HandleStateException {
  private static final long serialVersionUID = 1L;

  /** Made where a leased or busy handle is used; {@code why} says what holds it. */
  public HandleInUseException(String handle, String why) {
    super(handle + " is in use: " + why);
  }
}
