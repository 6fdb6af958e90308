package org.ferryipc.core.failure;

/**
 * A call through an interface failed, and its method declares {@link java.io.IOException}: the cause says how, and
 * whether the call may have been executed.
 */
public final class CallFailedException extends IpcException {
  private static final long serialVersionUID = 1L;

  /** Made where a remote call ends; the cause is the failure of a method that declares nothing. */
  public CallFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
