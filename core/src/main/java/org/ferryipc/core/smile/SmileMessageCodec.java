package org.ferryipc.core.smile;

import java.util.Optional;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.transport.Outgoing;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.dataformat.smile.SmileMapper;

/** Writes and reads one type. Encoders and decoders are borrowed, so any number of threads and nested calls may be in it. */
final class SmileMessageCodec<T> implements MessageCodec<T> {
  private final String type;
  private final Limits limits;
  // Of a message that is one of the subclasses of a generic sealed type Jackson looks at the class alone, and forgets the
  // type arguments; inside an Optional it does not. The bytes are the same.
  private final boolean boxed;
  private final @Nullable PlainCodec plain; // of most types
  private final Pool<Encoder> encoders;
  private final Pool<Decoder> decoders;

  SmileMessageCodec(MessageType<T> type, Limits limits, SmileMapper mapper) throws SerializationException {
    this(type, limits, mapper, true);
  }

  /**
   * Makes a codec.
   *
   * @param plainly whether it may tell Jackson's generator and parser itself what to write and read; otherwise Jackson's binding does
   */
  SmileMessageCodec(MessageType<T> type, Limits limits, SmileMapper mapper, boolean plainly)
      throws SerializationException {
    this.type = type.toString();
    this.limits = limits;
    try {
      WrittenTypes.check(type.type(), "message");
      JavaType root = mapper.constructType(type.type());
      RootType declared =
          new RootType(
              this.type, Places.handleIn(root), UntypedPlaces.holdsObjects(root), TypeAudit.check(root, mapper));
      this.boxed = root.hasGenericTypes() && mapper._serializationContext().findTypeSerializer(root) != null;
      ObjectWriter writer =
          mapper.writerFor(boxed ? mapper.getTypeFactory().constructReferenceType(Optional.class, root) : root);
      ObjectReader reader = mapper.readerFor(root);
      this.encoders = new Pool<>(() -> new Encoder(writer, declared));
      this.decoders = new Pool<>(() -> new Decoder(reader, declared));
      PlainForm form = plainly ? PlainShape.of(root, mapper, limits) : null;
      this.plain =
          form == null
              ? null
              : new PlainCodec(form, (MessageTokens) mapper.tokenStreamFactory(), PlainCodec.LONGEST_PAUSE);
    } catch (RuntimeException refused) {
      throw Failures.binding(this.type, refused);
    } catch (StackOverflowError tooDeep) {
      throw new SerializationException(this.type + ": the type is nested too deeply", tooDeep);
    }
  }

  @Override
  public void encode(T value, PayloadBuffer out, HandleSink handles)
      throws SerializationException, LimitExceededException {
    int before = out.length();
    try {
      if (plain == null || !plain.write(value, out, handles)) {
        bind(value, out, handles);
      }
    } catch (RuntimeException failed) {
      throw Failures.encoding(type, limits, failed);
    } catch (StackOverflowError tooDeep) {
      throw new SerializationException(type + ": the value is nested too deeply to encode", tooDeep);
    }
    LongStrings.check(type, out.array(), Outgoing.HEAD_ROOM + before, out.length() - before, limits.stringLength());
  }

  private void bind(T value, PayloadBuffer out, HandleSink handles) {
    Encoder encoder = encoders.borrow();
    encoder.message.begin(handles);
    try {
      encoder.writer.writeValue(out, boxed ? Optional.of(value) : value);
    } finally {
      encoder.message.end();
      encoders.giveBack(encoder);
    }
  }

  @Override
  @SuppressWarnings("unchecked") // a form makes what it was made for
  public T decode(byte[] bytes, int offset, int length, HandleSource handles) throws SerializationException {
    @Nullable T value;
    try {
      value = plain == null ? null : (T) plain.read(bytes, offset, length, handles);
      if (value == null) {
        value = bind(bytes, offset, length, handles);
      }
    } catch (RuntimeException failed) {
      throw Failures.decoding(type, limits, failed);
    } catch (StackOverflowError tooDeep) {
      throw new SerializationException(type + ": the message is nested too deeply to decode", tooDeep);
    }
    if (value == null) {
      throw new SerializationException(type + ": a message is never null", null);
    }
    return value;
  }

  private @Nullable T bind(byte[] bytes, int offset, int length, HandleSource handles) {
    Decoder decoder = decoders.borrow();
    decoder.message.begin(handles);
    try {
      return decoder.reader.readValue(bytes, offset, length);
    } finally {
      decoder.message.end();
      decoders.giveBack(decoder);
    }
  }

  private static final class Encoder {
    final CurrentMessage message;
    final ObjectWriter writer;

    Encoder(ObjectWriter writer, RootType root) {
      this.message = new CurrentMessage(root);
      this.writer = writer.with(new HandleAttributes(message));
    }
  }

  private static final class Decoder {
    final CurrentMessage message;
    final ObjectReader reader;

    Decoder(ObjectReader reader, RootType root) {
      this.message = new CurrentMessage(root);
      this.reader = reader.with(new HandleAttributes(message));
    }
  }
}
