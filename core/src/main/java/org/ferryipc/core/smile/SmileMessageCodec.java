package org.ferryipc.core.smile;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.codec.MessageCodec;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.ContextAttributes;
import tools.jackson.dataformat.smile.SmileMapper;

/** Writes and reads one type. Encoders and decoders are borrowed, so any number of threads and nested calls may be in it. */
final class SmileMessageCodec<T> implements MessageCodec<T> {
  // Threads at one moment in one type's codec that find one ready; more make their own and drop it.
  private static final int KEPT = 4;

  private final String type;
  private final ObjectWriter writer;
  private final ObjectReader reader;
  private final AtomicReferenceArray<@Nullable Encoder> encoders = new AtomicReferenceArray<>(KEPT);
  private final AtomicReferenceArray<@Nullable Decoder> decoders = new AtomicReferenceArray<>(KEPT);

  SmileMessageCodec(MessageType<T> type, SmileMapper mapper) throws SerializationException {
    this.type = type.toString();
    try {
      JavaType root = mapper.constructType(type.type());
      this.writer = mapper.writerFor(root);
      this.reader = mapper.readerFor(root);
    } catch (RuntimeException refused) {
      throw Failures.binding(this.type, refused);
    }
  }

  @Override
  public void encode(T value, PayloadBuffer out, HandleSink handles)
      throws SerializationException, LimitExceededException {
    Encoder encoder = take(encoders);
    if (encoder == null) {
      encoder = new Encoder(writer);
    }
    encoder.attributes.sink = handles;
    try {
      encoder.writer.writeValue(out, value);
    } catch (RuntimeException failed) {
      throw Failures.encoding(type, failed);
    } catch (StackOverflowError tooDeep) {
      throw new SerializationException(type + ": the value is nested too deeply to encode", tooDeep);
    } finally {
      encoder.attributes.sink = null;
      giveBack(encoders, encoder);
    }
  }

  @Override
  @SuppressWarnings("unchecked") // the reader was made for T
  public T decode(byte[] bytes, int offset, int length, HandleSource handles) throws SerializationException {
    Decoder decoder = take(decoders);
    if (decoder == null) {
      decoder = new Decoder(reader);
    }
    decoder.attributes.source = handles;
    Object value;
    try {
      value = decoder.reader.readValue(bytes, offset, length);
    } catch (RuntimeException failed) {
      throw Failures.decoding(type, failed);
    } catch (StackOverflowError tooDeep) {
      throw new SerializationException(type + ": the message is nested too deeply to decode", tooDeep);
    } finally {
      decoder.attributes.source = null;
      giveBack(decoders, decoder);
    }
    if (value == null) {
      throw new SerializationException(type + ": a message is never null", null);
    }
    return (T) value;
  }

  private static <E> @Nullable E take(AtomicReferenceArray<@Nullable E> idle) {
    for (int i = 0; i < KEPT; i++) {
      if (idle.getPlain(i) != null) {
        E kept = idle.getAndSet(i, null);
        if (kept != null) {
          return kept;
        }
      }
    }
    return null;
  }

  private static <E> void giveBack(AtomicReferenceArray<@Nullable E> idle, E used) {
    for (int i = 0; i < KEPT; i++) {
      if (idle.getPlain(i) == null && idle.compareAndSet(i, null, used)) {
        return;
      }
    }
  }

  private static final class Encoder {
    final HandleAttributes attributes = new HandleAttributes();
    final ObjectWriter writer;

    Encoder(ObjectWriter writer) {
      this.writer = writer.with((ContextAttributes) attributes);
    }
  }

  private static final class Decoder {
    final HandleAttributes attributes = new HandleAttributes();
    final ObjectReader reader;

    Decoder(ObjectReader reader) {
      this.reader = reader.with((ContextAttributes) attributes);
    }
  }
}
