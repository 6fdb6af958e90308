package org.ferryipc.core.smile;

import java.util.Objects;
import org.ferryipc.core.Handle;
import org.ferryipc.core.codec.HandleShape;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;

/** Takes a handle from the slot of the message's table whose number stands in the bytes. */
final class HandleDeserializer extends StdDeserializer<Handle> {
  private final JavaType type;
  private final @Nullable HandleShape shape;

  HandleDeserializer(JavaType type, @Nullable HandleShape shape) {
    super(type);
    this.type = type;
    this.shape = shape;
  }

  @Override
  public ValueDeserializer<?> createContextual(DeserializationContext context, @Nullable BeanProperty property) {
    try {
      String where = Places.name(property, type);
      return new HandleDeserializer(type, HandleShape.of(Places.reflected(type), where));
    } catch (SerializationException refused) {
      throw new Carried(refused);
    }
  }

  @Override
  public @Nullable Handle deserialize(JsonParser in, DeserializationContext context) {
    HandleSource source =
        context.getAttribute(HandleAttributes.KEY) instanceof HandleAttributes table ? table.source : null;
    if (source == null) {
      return context.reportInputMismatch(this, "a handle travels only in a Ferry message");
    }
    if (in.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      return context.reportInputMismatch(this, "a handle is written as the number of its slot");
    }
    try {
      return source.take(in.getIntValue(), Objects.requireNonNull(shape, "used before it was made contextual"));
    } catch (SerializationException refused) {
      throw new Carried(refused);
    }
  }

  @Override
  public @Nullable Object deserializeWithType(
      JsonParser in, DeserializationContext context, TypeDeserializer typeDeserializer) {
    return deserialize(in, context);
  }
}
