package org.ferryipc.core.failure;

/** The handle was closed, before the call or by another thread during it. */
public final class HandleClosedException extends HandleStateException {
  private static final long serialVersionUID = 1L;

  /** Made at each use of a closed handle. */
  public HandleClosedException(String handle) {
    super(handle + " is closed");
  }
}
