package org.ferryipc.core.pickle;

import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.codec.Codec;
import org.ferryipc.core.codec.HandleShape;
import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.failure.SerializationException;

/**
 * Carries {@link Pickled} messages, and {@link Pickle} itself, over channels. Immutable; both sides of a channel must
 * write and read the same items in the same order.
 *
 * {@snippet :
 * var codec = PickleCodec.of(Ping.class, Ping::readFrom).and(Pong.class, Pong::readFrom);
 * try (var channel = Ferry.channel(MessageType.of(Ping.class), ChannelOptions.defaults().withCodec(codec))) { }
 * }
 *
 * <p>What a message borrows is the receiver's private copy of its bytes, where the transport has put them once; it
 * lives until the {@link org.ferryipc.core.Delivery} is closed, and for ever if the message is kept. A message may be
 * longer than what its reader reads: items that a newer version appends are passed over, and their handles closed.
 */
public final class PickleCodec implements Codec {
  private final Map<Class<?>, Reading<?>> readings;
  private final Map<Type, HandleShape> shapes = new ConcurrentHashMap<>();

  private PickleCodec(Map<Class<?>, Reading<?>> readings) {
    this.readings = readings;
  }

  /**
   * Reads what {@link Pickled#writeTo} has written.
   *
   * @param <T> the message
   */
  @FunctionalInterface
  public interface Reading<T> {
    /**
     * {@return the next value}; may be called by several threads at once
     *
     * @throws SerializationException of {@code in}, or if what it read is no such value; the message is lost
     */
    T readFrom(PickleReader in) throws SerializationException;
  }

  /** {@return a codec for one message type} */
  public static <T extends Pickled> PickleCodec of(Class<T> type, Reading<T> reading) {
    return ofPickles().and(type, reading);
  }

  /** {@return a codec for {@link Pickle} alone} */
  public static PickleCodec ofPickles() {
    return new PickleCodec(Map.of());
  }

  /** {@return a codec for one more message type}, for instance that of a reply channel which travels in the other */
  public <T extends Pickled> PickleCodec and(Class<T> type, Reading<T> reading) {
    Map<Class<?>, Reading<?>> more = new HashMap<>(readings);
    more.put(Objects.requireNonNull(type), Objects.requireNonNull(reading));
    return new PickleCodec(Map.copyOf(more));
  }

  /** {@return {@code pickle}} */
  @Override
  public String name() {
    return "pickle";
  }

  /**
   * {@return the codec of one type}
   *
   * @throws SerializationException if the type was not named by {@link #of} or {@link #and}
   */
  @Override
  @SuppressWarnings("unchecked") // a class is bound to the reading of that very class
  public <T> MessageCodec<T> bind(MessageType<T> type, Limits limits) throws SerializationException {
    if (type.type() == Pickle.class) {
      return (MessageCodec<T>) new WholePickles();
    }
    Reading<?> reading = type.type() instanceof Class<?> c ? readings.get(c) : null;
    if (reading == null) {
      throw new SerializationException(
          type + ": this PickleCodec cannot read it; PickleCodec.of and and say how, of a class that implements Pickled",
          null);
    }
    return (MessageCodec<T>)
        new PickledMessages<>(type.toString(), (Reading<? extends Pickled>) reading, limits, shapes);
  }
}
