package org.ferryipc.core.failure;

/** The handle was moved: another object, here or in another process, owns what it stood for. */
public final class HandleMovedException extends HandleStateException {
  private static final long serialVersionUID = 1L;

  private final String mover;

  /** Made at each use of a moved handle; {@code mover} says what moved it. */
  public HandleMovedException(String handle, String mover) {
    super(handle + " was moved by " + mover);
    this.mover = mover;
  }

  /** {@return what moved the handle, for instance the channel that it was sent through} */
  public String mover() {
    return mover;
  }
}
