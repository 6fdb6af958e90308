package org.ferryipc.core;

import java.lang.ref.Reference;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.MemoryRoom;
import org.ferryipc.core.transport.Outgoing;
import org.ferryipc.core.transport.SendPort;
import org.jspecify.annotations.Nullable;

/**
 * Sends typed messages through a port: the move of a message's handles as one transaction.
 *
 * <p>Encode (which leases the handles), send, then commit or roll back. Nothing waits while encoding, and nothing is
 * locked while waiting for room, so two threads that send two senders through each other cannot deadlock: one of them
 * finds the other's lease and fails.
 */
final class Sending<T> {
  private final Owned end;
  private final SendPort port;
  private final MessageType<T> type;
  private final ChannelOptions options;
  // Made when the first handle moves: most ends are passed on and never send.
  private @Nullable String movedBy;
  private volatile @Nullable BoundCodec<T> bound; // written once, under this

  Sending(Owned end, SendPort port, MessageType<T> type, ChannelOptions options) {
    this.end = end;
    this.port = port;
    this.type = type;
    this.options = options;
    port.prefer(options);
  }

  MessageType<T> type() {
    return type;
  }

  /**
   * Sends {@code value}.
   *
   * @param deadline when to stop waiting for room; {@link Deadline#AT_ONCE} to try once
   * @return whether it was sent; if not, no handle has moved
   */
  boolean send(T value, Deadline deadline) throws IpcException, InterruptedException {
    java.util.Objects.requireNonNull(value, "a message is never null");
    Ownership ownership = end.ownership;
    ownership.hold(end);
    try {
      BoundCodec<T> with = codec();
      BoundCodec.Draft draft = with.borrow();
      OutgoingHandles handles = draft.handles();
      boolean sent = false;
      String mover = "";
      try {
        encode(with, value, draft);
        PayloadBuffer payload = draft.payload();
        Outgoing message =
            new Outgoing(
                payload.array(), Outgoing.HEAD_ROOM, payload.length(), Outgoing.HEAD_ROOM, handles.resources());
        // Before the message is sent: behind that nothing may fail, for want of memory or of stack.
        mover = handles.resources().isEmpty() ? mover : movedBy();
        sent = push(message, deadline);
      } finally {
        if (sent) {
          handles.commit(mover);
        } else {
          handles.rollback();
        }
        with.giveBack(draft);
      }
      return sent;
    } finally {
      ownership.drop();
      Reference.reachabilityFence(end);
    }
  }

  /** Sends what is already encoded. The caller holds the end and settles the resources of {@code message}. */
  boolean push(Outgoing message, Deadline deadline) throws IpcException, InterruptedException {
    try {
      while (!port.trySend(message)) {
        end.refuseIfOver();
        if (deadline == Deadline.AT_ONCE || deadline.passed()) {
          return false;
        }
        port.awaitRoom(deadline, end.ownership);
        end.refuseIfOver();
      }
      return true;
    } catch (IpcException e) {
      throw end.named(e);
    }
  }

  private String movedBy() {
    String by = movedBy;
    if (by == null) {
      by = "send on " + end.label();
      movedBy = by;
    }
    return by;
  }

  private void encode(BoundCodec<T> with, T value, BoundCodec.Draft draft) throws IpcException {
    try {
      with.codec.encode(value, draft.payload(), draft.handles());
    } catch (StackOverflowError tooDeep) {
      // A cycle of references, or nesting that the codec's own limit did not see: the value's fault, not the JVM's end.
      throw new SerializationException(type + ": the value is nested too deeply to encode", tooDeep);
    } catch (OutOfMemoryError full) { // as in Decoding
      throw MemoryRoom.heapFull(type + ": encoding a message, which is not sent");
    }
  }

  private BoundCodec<T> codec() throws SerializationException {
    BoundCodec<T> known = bound;
    return known != null ? known : bind();
  }

  // A codec may be slow to bind, and is promised to be asked once: the first of ten thousand senders binds, the others
  // wait.
  private synchronized BoundCodec<T> bind() throws SerializationException {
    BoundCodec<T> known = bound;
    if (known == null) {
      known = new BoundCodec<>(type, options, end.label());
      bound = known;
    }
    return known;
  }
}
