package org.ferryipc.core.failure;

import org.jspecify.annotations.Nullable;

/**
 * A value could not be encoded, or a message did not decode to the type of its channel.
 *
 * <p>On the sending side nothing was sent and every handle of the value works as before. On the receiving side this
 * message is lost, its descriptors are closed, and the next message is read as if nothing had happened.
 */
public final class SerializationException extends IpcException {
  private static final long serialVersionUID = 1L;

  /** Made by codecs; the text names the type and the property. */
  public SerializationException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
