package org.ferryipc.core;

import java.util.List;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.MemoryRoom;
import org.jspecify.annotations.Nullable;

/** Turns arrived bytes and resources into a value; one that does not decode costs its message and nothing else. */
final class Decoding<T> {
  private final MessageType<T> type;
  private final ChannelOptions options;
  private final String end;
  private volatile @Nullable BoundCodec<T> bound; // written once, under this

  Decoding(MessageType<T> type, ChannelOptions options, String end) {
    this.type = type;
    this.options = options;
    this.end = end;
  }

  MessageType<T> type() {
    return type;
  }

  private String channel() {
    return end + "<" + type + ">";
  }

  /** Makes the codec now, so that a type which can never be decoded fails before a message is taken. */
  void prepare() throws SerializationException {
    BoundCodec<T> unused = codec();
  }

  private BoundCodec<T> codec() throws SerializationException {
    BoundCodec<T> known = bound;
    return known != null ? known : bind();
  }

  // As in Sending.
  private synchronized BoundCodec<T> bind() throws SerializationException {
    BoundCodec<T> known = bound;
    if (known == null) {
      known = new BoundCodec<>(type, options, channel());
      bound = known;
    }
    return known;
  }

  /** {@return the next message of {@code from} or its end; Empty if the deadline passes first} */
  Received<Delivery<T>> take(Receiving from, Deadline deadline) throws IpcException, InterruptedException {
    prepare();
    return switch (from.next(deadline)) {
      case Incoming message -> new Received.Message<>(decode(message));
      case Arrival.End over -> new Received.Closed<>(over.reason());
      case Arrival.Nothing n -> new Received.Empty<>();
    };
  }

  /** As {@link #take}; the handles of the message are the caller's. */
  Received<T> receive(Receiving from, Deadline deadline) throws IpcException, InterruptedException {
    return switch (take(from, deadline)) {
      case Received.Message<Delivery<T>>(Delivery<T> delivery) -> new Received.Message<>(delivery.keep());
      case Received.Closed<Delivery<T>>(CloseReason reason) -> new Received.Closed<>(reason);
      case Received.Empty<Delivery<T>> empty -> new Received.Empty<>();
    };
  }

  Delivery<T> decode(Incoming message) throws IpcException {
    IncomingHandles handles = new IncomingHandles(message.resources(), options);
    boolean done = false;
    try {
      T value = codec().codec.decode(message.bytes(), message.offset(), message.length(), handles, handles);
      List<Ownership> claimed = handles.finish();
      done = true;
      return new Delivery<>(value, claimed, handles.borrower());
    } catch (StackOverflowError tooDeep) {
      throw new SerializationException(channel() + ": a message of " + type + " is nested too deeply", tooDeep);
    } catch (OutOfMemoryError full) {
      // Values take more room than their bytes, many times more for lists of little: the message's fault, and gone with it.
      throw MemoryRoom.heapFull(channel() + ": the value of a message of " + message.length() + " bytes, which is lost");
    } finally {
      if (!done) {
        handles.abandon();
      }
    }
  }
}
