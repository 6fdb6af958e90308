package org.ferryipc.core.smile;

import java.io.OutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.Deserializers;
import tools.jackson.databind.deser.jdk.PrimitiveArrayDeserializers;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.ArrayType;
import tools.jackson.dataformat.smile.SmileParser;

/**
 * Reads a {@code byte[]} in one copy. Jackson collects one of more than 250,000 bytes in pieces, because it might claim to be
 * longer than it is, and then joins them. Here the whole message lies in one array, so what is handed out is what is there.
 */
final class LongBinaries extends SimpleModule {
  private static final long serialVersionUID = 1L;

  @Override
  public void setupModule(SetupContext context) {
    super.setupModule(context);
    context.addDeserializers(new ByteArrays());
  }

  private static final class ByteArrays extends Deserializers.Base {
    @Override
    public @Nullable ValueDeserializer<?> findArrayDeserializer(
        ArrayType type,
        DeserializationConfig config,
        BeanDescription.Supplier description,
        @Nullable TypeDeserializer elementType,
        @Nullable ValueDeserializer<?> element) {
      boolean plain = type.hasRawClass(byte[].class) && elementType == null && element == null;
      return plain ? new Whole(PrimitiveArrayDeserializers.forType(byte.class)) : null;
    }

    @Override
    public boolean hasDeserializerFor(DeserializationConfig config, Class<?> type) {
      return type == byte[].class;
    }
  }

  private static final class Whole extends DelegatingDeserializer {
    Whole(ValueDeserializer<?> otherwise) {
      super(otherwise);
    }

    @Override
    protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> otherwise) {
      return new Whole(otherwise);
    }

    @Override
    public @Nullable Object deserialize(JsonParser in, DeserializationContext context) {
      if (in instanceof SmileParser && in.currentToken() == JsonToken.VALUE_EMBEDDED_OBJECT) {
        Exact bytes = new Exact();
        int unused = in.readBinaryValue(context.getBase64Variant(), bytes);
        return bytes.written;
      }
      return super.deserialize(in, context);
    }
  }

  /** An array as long as what was written, which usually comes at once. */
  private static final class Exact extends OutputStream {
    byte[] written = {};

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] source, int from, int count) {
      int before = written.length;
      if (before == 0) {
        written = Arrays.copyOfRange(source, from, from + count);
      } else {
        written = Arrays.copyOf(written, before + count);
        System.arraycopy(source, from, written, before, count);
      }
    }
  }
}
