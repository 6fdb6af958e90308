package org.ferryipc.core.smile;

import java.lang.reflect.Array;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;

/** Names of properties in error texts, and Jackson's types as reflection would show them. */
final class Places {
  private Places() {}

  /** {@return {@code Job.reply}} */
  static String name(@Nullable BeanProperty property, JavaType type) {
    if (property == null) {
      return "message";
    }
    var member = property.getMember();
    return member == null
        ? property.getName()
        : member.getDeclaringClass().getSimpleName() + "." + property.getName();
  }

  /** {@return the type with its arguments resolved} */
  static Type reflected(JavaType type) {
    if (type.isArrayType()) {
      return arrayOf(reflected(type.getContentType()), type);
    }
    List<JavaType> arguments = type.getBindings().getTypeParameters();
    return arguments.isEmpty()
        ? type.getRawClass()
        : new GenericType(type.getRawClass(), arguments.stream().map(Places::reflected).toArray(Type[]::new));
  }

  private static Type arrayOf(Type element, JavaType type) {
    return element instanceof Class<?> c ? Array.newInstance(c, 0).getClass() : type;
  }
}
