package org.ferryipc.core;

import java.lang.ref.Reference;
import java.util.List;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.failure.HandleInUseException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.HandleKind;
import org.ferryipc.core.transport.MemoryRoom;
import org.ferryipc.core.transport.Outgoing;
import org.ferryipc.core.transport.Resource;
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
    end.ownership.requireOpen(end);
    BoundCodec<T> with = codec();
    BoundCodec.Draft draft = with.borrow();
    OutgoingHandles handles = draft.handles();
    boolean sent = false;
    String mover = "";
    try {
      encode(with, value, draft);
      PayloadBuffer payload = draft.payload();
      List<Resource> resources = handles.resources();
      Outgoing message =
          new Outgoing(payload.array(), Outgoing.HEAD_ROOM, payload.length(), Outgoing.HEAD_ROOM, resources);
      boolean carriesItself = false;
      if (!resources.isEmpty()) {
        carriesItself = handles.has(end);
        if (carriesItself && port.kind() != HandleKind.SENDER) {
          throw new HandleInUseException(end.label(), "a call is running on it: the one that sends it through itself");
        }
        // Before the message is sent: behind that nothing may fail, for want of memory or of stack.
        mover = movedBy();
      }
      sent = push(message, deadline, carriesItself);
    } finally {
      if (sent) {
        handles.commit(mover);
      } else {
        handles.rollback();
      }
      with.giveBack(draft);
      Reference.reachabilityFence(end);
    }
    return sent;
  }

  /**
   * Sends what is already encoded; the caller settles the resources of {@code message}.
   *
   * @param kept whether the caller has a hold or a lease of the end. A try needs none, but who waits for room is to be woken by
   *     whoever ends the end, and so must be known to it
   */
  boolean push(Outgoing message, Deadline deadline, boolean kept) throws IpcException, InterruptedException {
    try {
      if (port.trySend(message)) {
        return true;
      }
      if (kept) {
        return pushLater(message, deadline);
      }
      end.ownership.hold(end);
      try {
        return pushLater(message, deadline);
      } finally {
        end.ownership.drop();
      }
    } catch (IpcException e) {
      throw end.named(e);
    }
  }

  private boolean pushLater(Outgoing message, Deadline deadline) throws IpcException, InterruptedException {
    do {
      end.refuseIfOver();
      if (deadline == Deadline.AT_ONCE || deadline.passed()) {
        return false;
      }
      port.awaitRoom(deadline, end.ownership);
      end.refuseIfOver();
    } while (!port.trySend(message));
    return true;
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
