package org.ferryipc.core.smile;

import java.lang.reflect.Executable;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Member;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.ferryipc.core.codec.HandleShape;
import org.ferryipc.core.failure.SerializationException;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;

/** Looks at types as the programmer wrote them: Jackson replaces a wildcard by its bound, and with it the doubt. */
final class WrittenTypes {
  private WrittenTypes() {}

  static void check(AnnotatedMember member, String where) throws SerializationException {
    if (member instanceof AnnotatedParameter parameter) {
      Member owner = parameter.getOwner().getMember();
      if (owner instanceof Executable made && parameter.getIndex() < made.getParameterCount()) {
        check(made.getParameters()[parameter.getIndex()].getParameterizedType(), where);
      }
    } else if (member.getMember() instanceof Method method && method.getParameterCount() == 0) {
      check(method.getGenericReturnType(), where);
    } else if (member.getMember() instanceof Field field) {
      check(field.getGenericType(), where);
    }
  }

  /**
   * Refuses a handle under a wildcard, and a wildcard in what a handle carries.
   *
   * @throws SerializationException naming {@code where}
   */
  static void check(Type written, String where) throws SerializationException {
    switch (written) {
      case WildcardType wildcard -> {
        if (holdsHandle(wildcard)) {
          throw new SerializationException(where + ": a handle cannot stand under the wildcard " + wildcard, null);
        }
      }
      case ParameterizedType generic when isHandle(generic) -> {
        for (Type argument : generic.getActualTypeArguments()) {
          if (argument instanceof WildcardType) {
            throw new SerializationException(
                where + ": " + generic.getTypeName() + " does not say what it carries", null);
          }
        }
      }
      case ParameterizedType generic -> {
        for (Type argument : generic.getActualTypeArguments()) {
          check(argument, where);
        }
      }
      case GenericArrayType array -> check(array.getGenericComponentType(), where);
      default -> {}
    }
  }

  private static boolean holdsHandle(Type type) {
    return switch (type) {
      case Class<?> c -> HandleShape.isHandle(c.isArray() ? c.componentType() : c);
      case ParameterizedType p -> isHandle(p) || anyHoldsHandle(p.getActualTypeArguments());
      case WildcardType w -> anyHoldsHandle(w.getUpperBounds()) || anyHoldsHandle(w.getLowerBounds());
      case GenericArrayType a -> holdsHandle(a.getGenericComponentType());
      default -> false;
    };
  }

  private static boolean anyHoldsHandle(Type[] types) {
    for (Type type : types) {
      if (holdsHandle(type)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isHandle(ParameterizedType type) {
    return HandleShape.isHandle((Class<?>) type.getRawType());
  }
}
