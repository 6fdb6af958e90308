package org.ferryipc.core.failure;

import org.jspecify.annotations.Nullable;

/**
 * The transport cannot work: it is missing on this system, or a system call failed in a way that no other type names (a
 * sandbox that forbids it, for instance).
 */
public final class TransportException extends IpcException {
  private static final long serialVersionUID = 1L;

  /** Made by transports; the text names the call and the symbolic error, or says what is missing. */
  public TransportException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
