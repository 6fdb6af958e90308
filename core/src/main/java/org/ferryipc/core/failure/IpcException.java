package org.ferryipc.core.failure;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What can go wrong between two ends of a channel, as one small sealed tree.
 *
 * <p>Each subclass says what its caller can do. In every case the handles of a message that was not sent are usable as
 * before, and the descriptors of a message that was not delivered are closed.
 */
public abstract sealed class IpcException extends IOException
    permits DisconnectedException,
        MalformedMessageException,
        SerializationException,
        LimitExceededException,
        ResourceExhaustedException,
        IpcTimeoutException,
        RefusedException,
        CallFailedException,
        TransportException,
        UnreadableMemoryException {

  private static final long serialVersionUID = 1L;

  IpcException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
