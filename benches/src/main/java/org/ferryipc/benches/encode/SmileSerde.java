package org.ferryipc.benches.encode;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.codec.Codec;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.encode.EncodeMetadata;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.SerializationException;

/** By the default codec, which knows nothing of tables. */
final class SmileSerde<T> extends Serde {
  private static final HandleSink NO_HANDLES =
      handle -> {
        throw new AssertionError(handle);
      };
  private static final HandleSource NONE =
      (slot, shape) -> {
        throw new SerializationException("no handles", null);
      };

  private final MessageCodec<T> codec;
  private final Mapping<T> mapping;
  private final PayloadBuffer buffer = new PayloadBuffer("benchmark", Limits.DEFAULT.messageBytes());
  private final int start;

  SmileSerde(Class<T> type, Mapping<T> mapping) throws IpcException {
    this.codec = Codec.smile().bind(MessageType.of(type), Limits.DEFAULT);
    this.mapping = mapping;
    this.start = buffer.reserve(0);
  }

  @Override
  Object serialize(Datagram from) throws IpcException {
    buffer.reset();
    codec.encode(mapping.record(from), buffer, NO_HANDLES);
    return Arrays.copyOfRange(buffer.array(), start, start + buffer.length());
  }

  @Override
  void deserialize(Object serialized, Datagram into) throws IpcException {
    byte[] bytes = (byte[]) serialized;
    mapping.struct(codec.decode(bytes, 0, bytes.length, NONE), into);
  }

  @Override
  void deserialize(MemorySegment bytes, EncodeMetadata metadata, Datagram into) throws IpcException {
    deserialize((Object) bytes.toArray(ValueLayout.JAVA_BYTE), into);
  }
}
