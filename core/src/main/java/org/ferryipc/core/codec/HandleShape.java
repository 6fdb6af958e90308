package org.ferryipc.core.codec;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.List;
import java.util.stream.Stream;
import org.ferryipc.core.Handle;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.failure.SerializationException;

/**
 * What the declared type of a property says about the handle in it: its class, and for typed ends what travels on them.
 * A codec makes one per property when it is bound.
 *
 * @param handle the handle class
 * @param messages the type arguments: one for a typed end, two for {@link org.ferryipc.core.Duplex}, else none
 */
public record HandleShape(Class<? extends Handle> handle, List<MessageType<?>> messages) {

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if there are more or fewer type arguments than {@code handle} takes
   */
  public HandleShape {
    messages = List.copyOf(messages);
    if (messages.size() != handle.getTypeParameters().length) {
      throw new IllegalArgumentException(handle.getSimpleName() + " does not carry " + messages);
    }
  }

  /** {@return whether values of {@code raw} are handles} */
  public static boolean isHandle(Class<?> raw) {
    return Handle.class.isAssignableFrom(raw);
  }

  /**
   * {@return the shape of a declared type}
   *
   * @param type for instance {@code IpcSender<Result>}
   * @param where the property, for the error text
   * @throws SerializationException if it is raw, has a wildcard or a type variable, or is {@link Handle} itself: a
   *     receiver could not tell what to make of it
   */
  public static HandleShape of(Type type, String where) throws SerializationException {
    Class<?> raw = type instanceof ParameterizedType p ? (Class<?>) p.getRawType() : type instanceof Class<?> c ? c : null;
    if (raw == null || !isHandle(raw) || raw.isInterface()) {
      throw new SerializationException(where + ": " + type.getTypeName() + " is not a concrete handle type", null);
    }
    Type[] arguments = type instanceof ParameterizedType p ? p.getActualTypeArguments() : new Type[0];
    if (arguments.length != raw.getTypeParameters().length) {
      throw new SerializationException(where + ": raw " + raw.getSimpleName() + " does not say what it carries", null);
    }
    for (Type argument : arguments) {
      if (argument instanceof WildcardType || argument instanceof TypeVariable<?>) {
        throw new SerializationException(
            where + ": " + type.getTypeName() + " does not say what it carries", null);
      }
    }
    return new HandleShape(
        raw.asSubclass(Handle.class), Stream.of(arguments).<MessageType<?>>map(MessageType::of).toList());
  }
}
