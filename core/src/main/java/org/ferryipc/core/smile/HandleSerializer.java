package org.ferryipc.core.smile;

import org.ferryipc.core.Handle;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Writes a handle as its slot in the table of the message.
 *
 * <p>Named by an annotation on the handle classes, so every mapper finds it; in one that is not a Ferry codec's there is
 * no table, and it refuses. It also refuses where the declared type of the place is not the handle's own (an {@code
 * Object}, a raw type, the result of a converter): a receiver would read a bare number there.
 */
public final class HandleSerializer extends StdSerializer<Handle> {
  static final String ELSEWHERE = "a handle travels only in a Ferry message";

  // What the property declares; null before it is known, and for what is no property but the message itself.
  private final @Nullable Class<?> declared;
  private final boolean ofProperty;

  /** For Jackson, which makes it when it first meets a handle. */
  public HandleSerializer() {
    this(null, false);
  }

  private HandleSerializer(@Nullable Class<?> declared, boolean ofProperty) {
    super(Handle.class);
    this.declared = declared;
    this.ofProperty = ofProperty;
  }

  @Override
  public ValueSerializer<?> createContextual(SerializationContext context, @Nullable BeanProperty property) {
    return property == null ? this : new HandleSerializer(Places.handleIn(property.getType()), true);
  }

  @Override
  public void serialize(Handle handle, JsonGenerator out, SerializationContext context) {
    if (!(context.getAttribute(HandleAttributes.KEY) instanceof HandleAttributes table) || table.sink == null) {
      context.reportMappingProblem(ELSEWHERE);
      return;
    }
    try {
      if (handle.getClass() != (ofProperty ? declared : table.rootHandle)) {
        throw new SerializationException(
            "the place of the " + handle.getClass().getSimpleName() + " is not declared with that type", null);
      }
      out.writeNumber(table.sink.put(handle));
    } catch (SerializationException | LimitExceededException ours) {
      throw new Carried(ours);
    }
  }

  @Override
  public void serializeWithType(
      Handle handle, JsonGenerator out, SerializationContext context, TypeSerializer type) {
    serialize(handle, out, context);
  }

  /** The same for map keys, where no handle can stand. */
  public static final class AsKey extends StdSerializer<Handle> {
    /** For Jackson. */
    public AsKey() {
      super(Handle.class);
    }

    @Override
    public void serialize(Handle handle, JsonGenerator out, SerializationContext context) {
      boolean here = context.getAttribute(HandleAttributes.KEY) instanceof HandleAttributes;
      context.reportMappingProblem(here ? "a handle cannot be a map key" : ELSEWHERE);
    }
  }
}
