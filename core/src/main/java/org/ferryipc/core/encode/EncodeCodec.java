package org.ferryipc.core.encode;

import java.lang.reflect.ParameterizedType;
import java.util.Arrays;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.codec.Codec;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.codec.MessageLife;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.encode.form.Output;
import org.ferryipc.core.encode.form.Problem;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;

/**
 * Encode as the codec of a channel: {@code ChannelOptions.defaults().withCodec(EncodeCodec.get())} on both sides.
 *
 * <p>A message is the metadata, then the bytes. A channel of {@code Wire<T>} and one of {@code T} have the same messages, so
 * one side may build views and the other receive records. Immutable; any thread may use it.
 */
public final class EncodeCodec implements Codec {
  private static final EncodeCodec INSTANCE = new EncodeCodec();

  private EncodeCodec() {}

  /** {@return the codec} */
  public static EncodeCodec get() {
    return INSTANCE;
  }

  @Override
  public String name() {
    return "encode";
  }

  @Override
  @SuppressWarnings("unchecked") // T is the Wire whose argument is taken out
  public <T> MessageCodec<T> bind(MessageType<T> type, Limits limits) throws SerializationException {
    if (type.type() instanceof ParameterizedType p && p.getRawType() == Wire.class) {
      return (MessageCodec<T>) new Views<>(EncodeType.of(MessageType.of(p.getActualTypeArguments()[0])).withLimits(limits));
    }
    return new Values<>(EncodeType.of(type).withLimits(limits));
  }

  private static Output begin(PayloadBuffer buffer, Limits limits, HandleSink handles) throws LimitExceededException {
    int at = buffer.reserve(EncodeMetadata.BYTES);
    EncodeMetadata.write(buffer.array(), at);
    buffer.advance(EncodeMetadata.BYTES);
    return new Output(buffer, limits, handles);
  }

  private static void checkMetadata(EncodeType<?> type, byte[] bytes, int offset, int length)
      throws SerializationException {
    if (length < EncodeMetadata.BYTES) {
      throw new SerializationException(type.name() + ": a message of " + length + " bytes has no metadata", null);
    }
    if (EncodeMetadata.word(bytes, offset) != EncodeMetadata.CURRENT_WORD) {
      EncodeMetadata found = EncodeMetadata.of(Arrays.copyOfRange(bytes, offset, offset + EncodeMetadata.BYTES));
      throw new SerializationException(EncodeError.unknownMetadata(type.name(), found).describe(), null);
    }
  }

  private static SerializationException encoding(EncodeType<?> type, Problem problem) throws LimitExceededException {
    switch (problem.getCause()) {
      case HandleStateException refused -> throw refused;
      case Error thrown -> throw thrown;
      case null, default -> {}
    }
    if (problem.kind() == Problem.Kind.LIMIT) {
      throw new LimitExceededException(
          type.name() + problem.path(), problem.limit(), problem.allowed(), problem.asked());
    }
    return decoding(type, problem);
  }

  private static SerializationException decoding(EncodeType<?> type, Problem problem) {
    return new SerializationException(EncodeError.of(type.name(), problem).describe(), problem.getCause());
  }

  /** Messages that are records. */
  private record Values<T>(EncodeType<T> type) implements MessageCodec<T> {
    @Override
    public void encode(T value, PayloadBuffer out, HandleSink handles)
        throws SerializationException, LimitExceededException {
      try {
        Output message = begin(out, type.limits(), handles);
        type.write(value, message);
        message.finish();
      } catch (Problem problem) {
        throw encoding(type, problem);
      }
    }

    @Override
    public T decode(byte[] bytes, int offset, int length, HandleSource handles) throws SerializationException {
      checkMetadata(type, bytes, offset, length);
      int head = EncodeMetadata.BYTES;
      try {
        return type.read(bytes, offset + head, length - head, -1, handles);
      } catch (Problem problem) {
        throw decoding(type, problem);
      }
    }
  }

  /** Messages that are views. */
  private record Views<T>(EncodeType<T> type) implements MessageCodec<Wire<T>> {
    @Override
    public void encode(Wire<T> value, PayloadBuffer out, HandleSink handles)
        throws SerializationException, LimitExceededException {
      if (value.type().root() != type.root() && !value.type().type().equals(type.type())) {
        throw new SerializationException("a view on a " + value.type().name() + " is no " + type.name(), null);
      }
      try {
        Output message = begin(out, type.limits(), handles);
        value.write(message, type.limits());
        message.finish();
        for (int i = 0; i < value.handles().size(); i++) {
          int unused = handles.put(value.handles().get(i));
        }
      } catch (Problem problem) {
        throw encoding(type, problem);
      }
    }

    @Override
    public Wire<T> decode(byte[] bytes, int offset, int length, HandleSource handles) throws SerializationException {
      return view(Arrays.copyOfRange(bytes, offset, offset + length), 0, length, handles);
    }

    // The array is the message's alone: the view is on it, also when the message has been released.
    @Override
    public Wire<T> decode(byte[] bytes, int offset, int length, HandleSource handles, MessageLife life)
        throws SerializationException {
      return view(bytes, offset, length, handles);
    }

    private Wire<T> view(byte[] own, int offset, int length, HandleSource handles) throws SerializationException {
      checkMetadata(type, own, offset, length);
      int head = EncodeMetadata.BYTES;
      try {
        return type.checked(own, offset + head, length - head, -1, handles);
      } catch (Problem problem) {
        throw decoding(type, problem);
      }
    }
  }
}
