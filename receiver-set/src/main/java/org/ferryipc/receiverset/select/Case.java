package org.ferryipc.receiverset.select;

import java.util.function.Consumer;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Handle;
import org.ferryipc.core.Handles;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.jspecify.annotations.Nullable;

/**
 * One receiver of a choice.
 *
 * @param end it
 * @param attempt its receive that does not wait
 * @param taker gets its message
 * @param atEnd is told its end; null: that is an error
 */
record Case<T>(Handle end, Attempt<T> attempt, Taker<? super T> taker, @Nullable Consumer<? super CloseReason> atEnd) {

  /** A receive that does not wait. */
  @FunctionalInterface
  interface Attempt<T> {
    Received<T> run() throws IpcException;
  }

  /** What a look found, to be used when nothing is waited for any more. */
  sealed interface Found {
    void use() throws IpcException, InterruptedException;
  }

  record Taken<T>(T message, Taker<? super T> taker) implements Found {
    @Override
    public void use() throws IpcException, InterruptedException {
      try {
        taker.take(message);
      } catch (IpcException | InterruptedException | RuntimeException | Error e) {
        try {
          closeHandles();
        } catch (RuntimeException unreadable) {
          e.addSuppressed(unreadable);
        }
        throw e;
      }
    }

    private void closeHandles() {
      if (message instanceof OpaqueMessage opaque) {
        opaque.close();
      } else {
        Handles.close(message);
      }
    }
  }

  record Ended(Case<?> of, CloseReason reason) implements Found {
    @Override
    public void use() throws DisconnectedException {
      Consumer<? super CloseReason> action = of.atEnd;
      if (action == null) {
        throw new DisconnectedException(of.end.toString(), reason);
      }
      action.accept(reason);
    }
  }

  Case<T> atEnd(Consumer<? super CloseReason> action) {
    return new Case<>(end, attempt, taker, action);
  }

  /** {@return what is there now, or null} */
  @Nullable Found look() throws IpcException {
    return switch (attempt.run()) {
      case Received.Message<T>(T message) -> new Taken<>(message, taker);
      case Received.Closed<T>(CloseReason reason) -> new Ended(this, reason);
      case Received.Empty<T> none -> null;
    };
  }
}
