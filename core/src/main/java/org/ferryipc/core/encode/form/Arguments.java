package org.ferryipc.core.encode.form;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
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
    return switch (type) {
      case TypeVariable<?> variable -> values.getOrDefault(variable, variable);
      case ParameterizedType p ->
          new Replaced(
              (Class<?>) p.getRawType(),
              Arrays.stream(p.getActualTypeArguments()).map(this::in).toArray(Type[]::new),
              p.getOwnerType());
      default -> type;
    };
  }

  /** {@return the class of a type}, or null if it is none, such as a variable */
  static @Nullable Class<?> raw(Type type) {
    return switch (type) {
      case Class<?> c -> c;
      case ParameterizedType p -> (Class<?>) p.getRawType();
      default -> null;
    };
  }

  private record Replaced(Class<?> raw, Type[] arguments, @Nullable Type owner) implements ParameterizedType {
    @Override
    public Type[] getActualTypeArguments() {
      return arguments.clone();
    }

    @Override
    public Type getRawType() {
      return raw;
    }

    @Override
    public @Nullable Type getOwnerType() {
      return owner;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof ParameterizedType that
          && raw.equals(that.getRawType())
          && Objects.equals(owner, that.getOwnerType())
          && Arrays.equals(arguments, that.getActualTypeArguments());
    }

    @Override
    public int hashCode() { // as the JDK's own
      return Arrays.hashCode(arguments) ^ Objects.hashCode(owner) ^ raw.hashCode();
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder(raw.getTypeName()).append('<');
      for (int i = 0; i < arguments.length; i++) {
        text.append(i == 0 ? "" : ", ").append(arguments[i].getTypeName());
      }
      return text.append('>').toString();
    }
  }
}
