package org.ferryipc.core.smile;

import java.lang.reflect.Type;
import java.util.List;
import org.ferryipc.core.codec.HandleShape;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.transport.GenericType;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;

/** The places of a message where a handle may stand: what they are called, and what their declared types say. */
final class Places {
  private Places() {}

  /** {@return {@code Job.reply}} */
  static String name(@Nullable BeanProperty property) {
    if (property == null) {
      return "message";
    }
    var member = property.getMember();
    return member == null
        ? property.getName()
        : member.getDeclaringClass().getSimpleName() + "." + property.getName();
  }

  /** {@return the handle class that stands in {@code type}, itself or as what containers in it hold; else null} */
  static @Nullable Class<?> handleIn(JavaType type) {
    JavaType at = type;
    while (at.getContentType() != null) {
      at = at.getContentType();
    }
    return HandleShape.isHandle(at.getRawClass()) ? at.getRawClass() : null;
  }

  /**
   * {@return what a property of a handle type says about the handle}
   *
   * @throws SerializationException if it says too little for a receiver
   */
  static HandleShape shape(JavaType type, String where) throws SerializationException {
    for (JavaType argument : type.getBindings().getTypeParameters()) {
      if (argument.isJavaLangObject()) { // what Jackson makes of a wildcard and of a variable that nothing fixes
        throw new SerializationException(
            where + ": " + type.getRawClass().getSimpleName() + " does not say what it carries", null);
      }
    }
    return HandleShape.of(reflected(type), where);
  }

  /** {@return the type with its arguments resolved} */
  static Type reflected(JavaType type) {
    if (type.isArrayType()) {
      Type element = reflected(type.getContentType());
      return element instanceof Class<?> c ? c.arrayType() : GenericType.arrayOf(element);
    }
    List<JavaType> arguments = type.getBindings().getTypeParameters();
    return arguments.isEmpty()
        ? type.getRawClass()
        : GenericType.of(type.getRawClass(), arguments.stream().map(Places::reflected).toArray(Type[]::new));
  }
}
