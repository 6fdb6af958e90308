package org.ferryipc.core.smile;

import org.ferryipc.core.Handle;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Writes a handle as its slot in the table of the message.
 *
 * <p>Named by an annotation on the handle classes, so every mapper finds it; in one that is not a Ferry codec's there is
 * no table, and it refuses. It also refuses wherever a receiver would read a bare number: in a place that is not declared
 * with the handle's own type, and in a class that the message type does not lead to.
 */
public final class HandleSerializer extends StdSerializer<Handle> {
  static final String ELSEWHERE = "a handle travels only in a Ferry message";

  // False for the message itself and its elements, when it is a container.
  private final boolean ofProperty;
  private final @Nullable Class<?> declared;
  private final @Nullable Class<?> declaring;
  // A message type that leads to the declaring class, to be asked once and not for each handle. Racy: any such type will do.
  private @Nullable RootType leading;

  /** For Jackson, which makes it when it first meets a handle. */
  public HandleSerializer() {
    this(false, null, null);
  }

  private HandleSerializer(boolean ofProperty, @Nullable Class<?> declared, @Nullable Class<?> declaring) {
    super(Handle.class);
    this.ofProperty = ofProperty;
    this.declared = declared;
    this.declaring = declaring;
  }

  @Override
  public ValueSerializer<?> createContextual(SerializationContext context, @Nullable BeanProperty place) {
    if (place == null) {
      return this;
    }
    AnnotatedMember member = place.getMember();
    return new HandleSerializer(
        true, Places.handleIn(place.getType()), member == null ? null : member.getDeclaringClass());
  }

  @Override
  public void serialize(Handle handle, JsonGenerator out, SerializationContext context) {
    CurrentMessage message = CurrentMessage.of(context);
    if (message == null || message.sink == null) {
      context.reportMappingProblem(ELSEWHERE);
      return;
    }
    try {
      refuseOutOfPlace(handle, message);
      out.writeNumber(message.sink.put(handle));
    } catch (SerializationException | LimitExceededException ours) {
      throw new Carried(ours);
    }
  }

  private void refuseOutOfPlace(Handle handle, CurrentMessage message) throws SerializationException {
    boolean fits =
        message.untyped == 0
            && (ofProperty
                ? handle.getClass() == declared && leadsHere(message.root)
                : handle.getClass() == message.root.handle());
    if (!fits) {
      throw new SerializationException(
          "the declared types do not lead a receiver to the " + handle.getClass().getSimpleName() + " here", null);
    }
  }

  private boolean leadsHere(RootType root) {
    if (leading == root) {
      return true;
    }
    boolean leads = root.declaring().contains(declaring);
    leading = leads ? root : leading;
    return leads;
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
      context.reportMappingProblem(CurrentMessage.of(context) == null ? ELSEWHERE : "a handle cannot be a map key");
    }
  }
}
