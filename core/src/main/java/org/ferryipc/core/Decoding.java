package org.ferryipc.core;

import java.util.List;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.ownership.Ownership;
import org.ferryipc.core.transport.Incoming;
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
    if (bound == null) {
      bind();
    }
  }

  // As in Sending.
  private synchronized void bind() throws SerializationException {
    if (bound == null) {
      bound = new BoundCodec<>(type, options, channel());
    }
  }

  Delivery<T> decode(Incoming message) throws IpcException {
    IncomingHandles handles = new IncomingHandles(message.resources(), options);
    boolean done = false;
    try {
      prepare();
      BoundCodec<T> with = java.util.Objects.requireNonNull(bound);
      T value = with.codec.decode(message.bytes(), message.offset(), message.length(), handles);
      List<Ownership> claimed = handles.finish();
      done = true;
      return new Delivery<>(value, claimed);
    } catch (StackOverflowError tooDeep) {
      throw new SerializationException(channel() + ": a message of " + type + " is nested too deeply", tooDeep);
    } finally {
      if (!done) {
        handles.abandon();
      }
    }
  }
}
