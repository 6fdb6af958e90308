package org.ferryipc.core.smile;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.ferryipc.core.MessageName;
import org.ferryipc.core.codec.HandleShape;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.jsontype.NamedType;

/**
 * What classes say about their form: Jackson's own annotations, and where there are none, what Ferry reads out of the
 * declarations.
 *
 * <p>A sealed type travels with the name of the permitted subclass in a property {@code @type}: the list of what may
 * arrive is closed by the compiler. A component must be in the message unless it is an {@link Optional}.
 */
final class FerryAnnotations extends JacksonAnnotationIntrospector {
  private static final long serialVersionUID = 1L;

  /** The property that names a subclass; no Java component can be called so. */
  static final String TYPE_PROPERTY = "@type";

  /** Why {@link Class} and what leads to it are refused. */
  static final String NO_CLASS_BY_NAME = "a class is never chosen by its name in the bytes";

  private static final Set<Class<?>> MAY_BE_MISSING =
      Set.of(Optional.class, OptionalInt.class, OptionalLong.class, OptionalDouble.class);

  @Override
  public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(MapperConfig<?> config, Annotated annotated) {
    JsonTypeInfo.Value given = super.findPolymorphicTypeInfo(config, annotated);
    if (given != null) {
      if (given.getIdType() == JsonTypeInfo.Id.CLASS || given.getIdType() == JsonTypeInfo.Id.MINIMAL_CLASS) {
        throw new Carried(
            new SerializationException(
                annotated.getName() + ": " + NO_CLASS_BY_NAME + "; use JsonTypeInfo.Id.NAME", null));
      }
      return given;
    }
    return annotated instanceof AnnotatedClass c && isSealed(c.getRawType())
        ? JsonTypeInfo.Value.construct(
            JsonTypeInfo.Id.NAME, JsonTypeInfo.As.PROPERTY, TYPE_PROPERTY, null, false, null, null)
        : null;
  }

  @Override
  public @Nullable List<NamedType> findSubtypes(MapperConfig<?> config, Annotated annotated) {
    // An enum whose constants have bodies is sealed too, but its constants are values, not types.
    return annotated.getRawType().isEnum() ? null : super.findSubtypes(config, annotated);
  }

  @Override
  public String findTypeName(MapperConfig<?> config, AnnotatedClass type) {
    Class<?> raw = type.getRawType();
    String jacksons = raw.isAnnotationPresent(JsonTypeName.class) ? super.findTypeName(config, type) : null;
    if (jacksons != null && !jacksons.isEmpty()) {
      return jacksons;
    }
    MessageName given = raw.getAnnotation(MessageName.class);
    return given != null ? given.value() : raw.getSimpleName();
  }

  @Override
  public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
    Boolean given = super.hasRequiredMarker(config, member);
    return given == null
            && member instanceof AnnotatedParameter parameter
            && !MAY_BE_MISSING.contains(member.getRawType())
            && !isIgnored(parameter)
        ? Boolean.TRUE
        : given;
  }

  /** {@return whether {@code type} is written with the name of one of its permitted subclasses} */
  static boolean isSealed(Class<?> type) {
    return type.isSealed() && !type.isEnum() && !isOfJdk(type) && !HandleShape.isHandle(type);
  }

  /** {@return whether {@code type} is the JDK's}: its sealed types hide how it works, and Jackson knows its values */
  static boolean isOfJdk(Class<?> type) {
    String module = type.getModule().getName();
    return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
  }

  // Jackson leaves an ignored component out of the bytes, so it cannot be missing; the annotation stands on its accessor.
  static boolean isIgnored(AnnotatedParameter parameter) {
    RecordComponent[] components = parameter.getDeclaringClass().getRecordComponents();
    return components != null
        && parameter.getIndex() < components.length
        && components[parameter.getIndex()].getAccessor().isAnnotationPresent(JsonIgnore.class);
  }
}
