package org.ferryipc.core.encode.form;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.HashMap;
import java.util.Map;
import org.ferryipc.core.transport.GenericType;
import org.jspecify.annotations.Nullable;

/** What the type variables of a generic record stand for. */
record Arguments(Map<TypeVariable<?>, Type> values) {
  static final Arguments NONE = new Arguments(Map.of());

  /** {@return what the arguments of {@code type} stand for} */
  static Arguments of(Type type) {
    if (!(type instanceof ParameterizedType p)) {
      return NONE;
    }
    TypeVariable<?>[] variables = ((Class<?>) p.getRawType()).getTypeParameters();
    Map<TypeVariable<?>, Type> values = new HashMap<>();
    for (int i = 0; i < variables.length; i++) {
      values.put(variables[i], p.getActualTypeArguments()[i]);
    }
    return new Arguments(values);
  }

  /** {@return {@code type} with its variables replaced} */
  Type in(Type type) {
    return GenericType.resolve(type, variable -> values.getOrDefault(variable, variable));
  }

  /** {@return the class of a type}, or null if it is none, such as a variable */
  static @Nullable Class<?> raw(Type type) {
    return switch (type) {
      case Class<?> c -> c;
      case ParameterizedType p -> (Class<?>) p.getRawType();
      default -> null;
    };
  }
}
