package org.ferryipc.core.smile;

import java.util.concurrent.ConcurrentHashMap;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.codec.Codec;
import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.failure.SerializationException;

/** Smile by Jackson 3. */
public final class SmileCodec implements Codec {
  private final SmileMappers mappers = new SmileMappers();
  // Each received channel end binds its type again, so binding a known one must be a look-up.
  private final ConcurrentHashMap<Key, SmileMessageCodec<?>> bound = new ConcurrentHashMap<>();

  @Override
  public String name() {
    return "smile";
  }

  @Override
  @SuppressWarnings("unchecked") // a key holds the very type that its codec was made for
  public <T> MessageCodec<T> bind(MessageType<T> type, Limits limits) throws SerializationException {
    Key key = new Key(type, limits);
    SmileMessageCodec<?> known = bound.get(key);
    if (known == null) {
      known = new SmileMessageCodec<>(type, limits, mappers.with(limits));
      bound.put(key, known);
    }
    return (MessageCodec<T>) known;
  }

  private record Key(MessageType<?> type, Limits limits) {}
}
