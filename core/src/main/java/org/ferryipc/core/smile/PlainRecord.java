package org.ferryipc.core.smile;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.List;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.failure.SerializationException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;

/** A record of numbers, truth values, texts and handles as a message. */
final class PlainRecord implements PlainForm {
  private final Class<?> type;
  private final PlainComponent[] components; // in the order of the bytes
  private final MethodHandle maker;

  /**
   * Describes a record.
   *
   * @param components in the order of the bytes
   * @param maker makes the record, as an Object, of the {@link PlainValues} in which they were read
   */
  PlainRecord(Class<?> type, List<PlainComponent> components, MethodHandle maker) {
    this.type = type;
    this.components = components.toArray(PlainComponent[]::new);
    this.maker = maker;
  }

  @Override
  public int places() {
    return components.length;
  }

  @Override
  public boolean fits(Object value) {
    return value.getClass() == type;
  }

  @Override
  public void write(Object value, LastingGenerator out, HandleSink handles) {
    var unused = out.writeStartObject();
    for (PlainComponent component : components) {
      try {
        component.write(value, out, handles);
      } catch (Exception failed) {
        throw JacksonException.wrapWithPath(failed, value, component.name());
      }
    }
    unused = out.writeEndObject();
  }

  @Override
  public boolean read(LastingParser in, PlainValues into) {
    if (in.nextToken() != JsonToken.START_OBJECT) {
      return false;
    }
    for (int i = 0; i < components.length; i++) {
      if (!components[i].read(in, into, i)) {
        return false;
      }
    }
    return in.nextToken() == JsonToken.END_OBJECT && in.isDone();
  }

  @Override
  public Object make(PlainValues from, HandleSource handles) {
    for (int i = 0; i < components.length; i++) {
      try {
        components[i].take(from, i, handles);
      } catch (SerializationException refused) {
        throw new Carried(refused).prependPath(type, components[i].name());
      }
    }
    try {
      return (Object) maker.invokeExact(from);
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable checked) { // which a constructor of a record cannot declare
      throw new UndeclaredThrowableException(checked);
    }
  }
}
