package org.ferryipc.core.smile;

import java.util.Arrays;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Reach;
import org.ferryipc.core.codec.Codec;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.transport.Outgoing;

/** The codec without a channel around it, and channels that never leave the process. */
final class Smile {
  static final ChannelOptions HERE = ChannelOptions.defaults().withReach(Reach.PROCESS);

  static final HandleSink NO_HANDLES =
      handle -> {
        throw new AssertionError("a handle was put: " + handle);
      };
  static final HandleSource NONE =
      (slot, shape) -> {
        throw new SerializationException("handle slot " + slot + " of a message with 0", null);
      };

  private Smile() {}

  static <T> IpcChannel<T> channel(Class<T> type) throws IpcException {
    return channel(MessageType.of(type));
  }

  static <T> IpcChannel<T> channel(MessageType<T> type) throws IpcException {
    return Ferry.channel(type, HERE);
  }

  static <T> byte[] encode(MessageType<T> type, T value) throws IpcException {
    return encode(type, value, Limits.DEFAULT);
  }

  static <T> byte[] encode(MessageType<T> type, T value, Limits limits) throws IpcException {
    PayloadBuffer out = new PayloadBuffer("test", limits.messageBytes());
    Codec.smile().bind(type, limits).encode(value, out, NO_HANDLES);
    return Arrays.copyOfRange(out.array(), Outgoing.HEAD_ROOM, Outgoing.HEAD_ROOM + out.length());
  }

  /** Encodes a value whose class is not known at compile time, as its own type. */
  @SuppressWarnings("unchecked")
  static byte[] encode(Object value) throws IpcException {
    return encode(MessageType.of((Class<Object>) value.getClass()), value);
  }

  static <T> T decode(MessageType<T> type, byte[] bytes) throws IpcException {
    return decode(type, bytes, Limits.DEFAULT);
  }

  static <T> T decode(MessageType<T> type, byte[] bytes, Limits limits) throws IpcException {
    return Codec.smile().bind(type, limits).decode(bytes, 0, bytes.length, NONE);
  }

  static <T> T decode(Class<T> type, byte[] bytes) throws IpcException {
    return decode(MessageType.of(type), bytes);
  }

  static <T> T roundTrip(MessageType<T> type, T value) throws IpcException {
    return decode(type, encode(type, value));
  }

  @SuppressWarnings("unchecked")
  static <T> T roundTrip(T value) throws IpcException {
    return (T) decode(value.getClass(), encode(value));
  }
}
