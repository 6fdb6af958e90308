package org.ferryipc.core;

import org.ferryipc.core.failure.CallFailedException;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.IpcTimeoutException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.failure.RefusedException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.failure.TransportException;
import org.ferryipc.core.failure.UnreadableMemoryException;

/**
 * Gives what a port throws the name of the end that it was called through. The port knows none: many references share one, and
 * names would have to be made for all the ends that never fail.
 */
final class Culprit {
  private Culprit() {}

  /** {@return the same error with the name {@code end}} */
  static IpcException named(String end, IpcException found) {
    IpcException named =
        switch (found) {
          case DisconnectedException gone -> new DisconnectedException(end, gone.reason());
          case MalformedMessageException bad -> new MalformedMessageException(end, bad.field(), bad.detail());
          case LimitExceededException over ->
              new LimitExceededException(end, over.limit(), over.allowed(), over.asked());
          case ResourceExhaustedException full ->
              new ResourceExhaustedException(end + ": " + full.doing(), full.errno(), full.limit());
          case SerializationException bad -> new SerializationException(end + ": " + bad.getMessage(), bad.getCause());
          case TransportException other -> new TransportException(end + ": " + other.getMessage(), other.getCause());
          case IpcTimeoutException late -> late; // none of these is thrown by a port
          case CallFailedException call -> call;
          case RefusedException refused -> refused;
          case UnreadableMemoryException unreadable -> unreadable;
        };
    if (named != found) {
      named.setStackTrace(found.getStackTrace());
      for (Throwable suppressed : found.getSuppressed()) {
        named.addSuppressed(suppressed);
      }
    }
    return named;
  }
}
