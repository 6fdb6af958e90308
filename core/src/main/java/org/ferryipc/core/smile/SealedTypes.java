package org.ferryipc.core.smile;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import org.ferryipc.core.MessageName;
import org.ferryipc.core.codec.HandleShape;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;

/**
 * Lets a sealed type travel without an annotation: its permitted subclasses are the closed list of what may arrive, and
 * each is written with its name in a property {@code @type}.
 *
 * <p>The user's own Jackson annotations win wherever they stand.
 */
final class SealedTypes extends JacksonAnnotationIntrospector {
  private static final long serialVersionUID = 1L;

  static final String PROPERTY = "@type";

  @Override
  public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(MapperConfig<?> config, Annotated annotated) {
    JsonTypeInfo.Value given = super.findPolymorphicTypeInfo(config, annotated);
    if (given != null) {
      return given;
    }
    return annotated instanceof AnnotatedClass c && sealedRoot(c.getRawType()) != null
        ? JsonTypeInfo.Value.construct(JsonTypeInfo.Id.NAME, JsonTypeInfo.As.PROPERTY, PROPERTY, null, false, null)
        : null;
  }

  @Override
  public @Nullable String findTypeName(MapperConfig<?> config, AnnotatedClass type) {
    if (type.getRawType().isAnnotationPresent(JsonTypeName.class)) {
      return super.findTypeName(config, type);
    }
    MessageName given = type.getRawType().getAnnotation(MessageName.class);
    return given != null ? given.value() : type.getRawType().getSimpleName();
  }

  /** {@return a sealed type that {@code type} is or belongs to, or null} */
  static @Nullable Class<?> sealedRoot(Class<?> type) {
    if (HandleShape.isHandle(type)) {
      return null;
    }
    if (type.isSealed() && !type.isEnum()) {
      return type;
    }
    for (Class<?> parent : type.getInterfaces()) {
      if (parent.isSealed()) {
        return parent;
      }
    }
    Class<?> parent = type.getSuperclass();
    return parent != null && parent.isSealed() ? parent : null;
  }
}
