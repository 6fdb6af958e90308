package org.ferryipc.rpc;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.ferryipc.core.transport.GenericType;

/**
 * What the type variables of an interface's parents stand for: {@code JobStore extends Store<Job>} makes {@code T} a
 * Job.
 */
final class TypeArguments {
  private final Map<TypeVariable<?>, Type> known = new HashMap<>();

  TypeArguments(Type type) {
    learn(type);
  }

  private void learn(Type type) {
    switch (type) {
      case ParameterizedType p when p.getRawType() instanceof Class<?> raw -> {
        TypeVariable<?>[] variables = raw.getTypeParameters();
        for (int i = 0; i < variables.length; i++) {
          known.put(variables[i], bound(resolve(p.getActualTypeArguments()[i])));
        }
        learn(raw);
      }
      case Class<?> raw -> Stream.of(raw.getGenericInterfaces()).forEach(this::learn);
      default -> {}
    }
  }

  /** {@return what a wildcard stands for where a value travels}: any other type as it is */
  static Type bound(Type type) {
    if (!(type instanceof WildcardType wildcard)) {
      return type;
    }
    Type[] lower = wildcard.getLowerBounds();
    return lower.length > 0 ? lower[0] : wildcard.getUpperBounds()[0];
  }

  /** {@return {@code type} with what is known put in}; a variable that nobody fixed stays, and is refused */
  Type resolve(Type type) {
    return GenericType.resolve(type, variable -> known.getOrDefault(variable, variable));
  }

  /** {@return whether a variable is left in {@code type}} */
  static boolean isOpen(Type type) {
    return switch (type) {
      case TypeVariable<?> variable -> true;
      case ParameterizedType p -> Stream.of(p.getActualTypeArguments()).anyMatch(TypeArguments::isOpen);
      case GenericArrayType array -> isOpen(array.getGenericComponentType());
      case WildcardType wildcard ->
          Stream.of(wildcard.getUpperBounds(), wildcard.getLowerBounds()).flatMap(Stream::of).anyMatch(TypeArguments::isOpen);
      default -> false;
    };
  }
}
