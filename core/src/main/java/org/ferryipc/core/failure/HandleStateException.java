package org.ferryipc.core.failure;

/** A handle was used in a state that does not allow it: a mistake of the calling program, hence unchecked. */
public abstract sealed class HandleStateException extends IllegalStateException
    permits HandleMovedException, HandleInUseException, HandleClosedException {

  private static final long serialVersionUID = 1L;

  HandleStateException(String message) {
    super(message);
  }
}
