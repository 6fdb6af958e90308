package org.ferryipc.rpc;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
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

  TypeArguments(Class<?> type) {
    learn(type);
  }

  private void learn(Class<?> type) {
    for (Type parent : type.getGenericInterfaces()) {
      if (parent instanceof ParameterizedType p && p.getRawType() instanceof Class<?> raw) {
        TypeVariable<?>[] variables = raw.getTypeParameters();
        for (int i = 0; i < variables.length; i++) {
          known.put(variables[i], resolve(p.getActualTypeArguments()[i]));
        }
        learn(raw);
      } else if (parent instanceof Class<?> raw) {
        learn(raw);
      }
    }
  }

  /** {@return {@code type} with what is known put in}; a variable that nobody fixed stays, and its codec refuses it */
  Type resolve(Type type) {
    return switch (type) {
      case TypeVariable<?> variable -> known.getOrDefault(variable, variable);
      case ParameterizedType p -> {
        Type[] given = p.getActualTypeArguments();
        Type[] resolved = Stream.of(given).map(this::resolve).toArray(Type[]::new);
        yield Arrays.equals(given, resolved)
            ? p
            : GenericType.of((Class<?>) p.getRawType(), resolved);
      }
      case GenericArrayType array ->
          switch (resolve(array.getGenericComponentType())) {
            case Class<?> component -> component.arrayType();
            case Type component when component.equals(array.getGenericComponentType()) -> array;
            case Type component -> GenericType.arrayOf(component);
          };
      default -> type;
    };
  }

  /** {@return whether a variable is left in {@code type}} */
  static boolean isOpen(Type type) {
    return switch (type) {
      case TypeVariable<?> variable -> true;
      case ParameterizedType p -> Stream.of(p.getActualTypeArguments()).anyMatch(TypeArguments::isOpen);
      case GenericArrayType array -> isOpen(array.getGenericComponentType());
      default -> false;
    };
  }
}
