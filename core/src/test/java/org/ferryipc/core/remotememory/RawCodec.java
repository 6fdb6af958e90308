package org.ferryipc.core.remotememory;

import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.codec.Codec;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;

/** Reads as Ferry does and writes, in place of a message, the bytes that a test wants. */
final class RawCodec implements Codec, MessageCodec<RemoteMemoryMessage> {
  byte[] next = {};

  @Override
  public String name() {
    return MemoryCodec.INSTANCE.name();
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T> MessageCodec<T> bind(MessageType<T> type, Limits limits) {
    return (MessageCodec<T>) this;
  }

  @Override
  public void encode(RemoteMemoryMessage message, PayloadBuffer out, HandleSink handles) throws LimitExceededException {
    out.write(next, 0, next.length);
  }

  @Override
  public RemoteMemoryMessage decode(byte[] bytes, int offset, int length, HandleSource handles)
      throws SerializationException {
    return MemoryCodec.INSTANCE.decode(bytes, offset, length, handles);
  }
}
