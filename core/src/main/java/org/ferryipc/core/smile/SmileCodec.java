package org.ferryipc.core.smile;

import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.codec.Codec;
import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.failure.SerializationException;

/** Smile by Jackson 3. */
public final class SmileCodec implements Codec {
  @Override
  public String name() {
    return "smile";
  }

  @Override
  public <T> MessageCodec<T> bind(MessageType<T> type, Limits limits) throws SerializationException {
    throw new SerializationException("not yet", null);
  }
}
