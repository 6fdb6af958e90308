package org.ferryipc.core.smile;

import org.ferryipc.core.Handle;
import org.ferryipc.core.codec.HandleShape;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;

/**
 * Takes a handle from the slot of the message's table whose number stands in the bytes; found and refusing as {@link
 * HandleSerializer}.
 */
public final class HandleDeserializer extends StdDeserializer<Handle> {
  private final @Nullable HandleShape shape;

  /** For Jackson, which makes it when it first meets a handle type. */
  public HandleDeserializer() {
    this(null);
  }

  private HandleDeserializer(@Nullable HandleShape shape) {
    super(Handle.class);
    this.shape = shape;
  }

  @Override
  public ValueDeserializer<?> createContextual(DeserializationContext context, @Nullable BeanProperty property) {
    if (CurrentMessage.of(context) == null) {
      return this;
    }
    JavaType type = context.getContextualType();
    try {
      String where = Places.name(property);
      if (property != null && Places.handleIn(property.getType()) != type.getRawClass()) {
        throw new SerializationException(
            where + ": the declared types do not lead a receiver to the " + type.getRawClass().getSimpleName() + " here",
            null);
      }
      return new HandleDeserializer(Places.shape(type, where));
    } catch (SerializationException refused) {
      throw new Carried(refused);
    }
  }

  @Override
  public @Nullable Handle deserialize(JsonParser in, DeserializationContext context) {
    CurrentMessage message = CurrentMessage.of(context);
    if (message == null || message.source == null || shape == null) {
      return context.reportInputMismatch(this, HandleSerializer.ELSEWHERE);
    }
    if (in.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      return context.reportInputMismatch(this, "a handle is written as the number of its slot");
    }
    try {
      return message.source.take(in.getIntValue(), shape);
    } catch (SerializationException refused) {
      throw new Carried(refused);
    }
  }

  @Override
  public @Nullable Object deserializeWithType(JsonParser in, DeserializationContext context, TypeDeserializer type) {
    return deserialize(in, context);
  }

  /** The same for map keys, where no handle can stand. */
  public static final class AsKey extends KeyDeserializer {
    @Override
    public @Nullable Object deserializeKey(String key, DeserializationContext context) {
      return context.reportInputMismatch(Handle.class, HandleSerializer.ELSEWHERE);
    }
  }
}
