package org.ferryipc.core.smile;

import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.ferryipc.core.codec.HandleShape;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.AbstractDeserializer;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.dataformat.smile.SmileMapper;

/**
 * Walks everything that a message type declares, once, when it is bound: what could never be sent or received is refused
 * before the first message, with the name of the property.
 *
 * <p>It also makes Jackson build its readers and writers for all of it now, so that no message pays for that, and none
 * builds them half-way on a stack that is about to overflow.
 */
final class TypeAudit {
  private final SmileMapper mapper;
  private final SerializationContext writing;
  private final DeserializationContext reading;
  private final Set<JavaType> seen = new HashSet<>();
  private final Set<Class<?>> declaring = new HashSet<>();

  private TypeAudit(SmileMapper mapper) {
    this.mapper = mapper;
    this.writing = mapper._serializationContext();
    this.reading = mapper._deserializationContext();
  }

  /**
   * Refuses {@code root} if its values cannot travel.
   *
   * @return the classes whose properties a receiver will look for: a handle in another one would be lost
   * @throws SerializationException naming the property
   */
  static Set<Class<?>> check(JavaType root, SmileMapper mapper) throws SerializationException {
    TypeAudit audit = new TypeAudit(mapper);
    audit.place(root, "message");
    var unused = audit.reading.findRootValueDeserializer(root);
    return Set.copyOf(audit.declaring);
  }

  /** A place in a message: the message itself, or a property. */
  private void place(JavaType type, String where) throws SerializationException {
    if (type.isMapLikeType() && holdsHandle(type.getKeyType())) {
      throw new SerializationException(where + ": a handle cannot be a map key", null);
    }
    if (type.getContentType() != null) {
      place(type.getContentType(), where);
      buildBoth(type);
    } else if (HandleShape.isHandle(type.getRawClass())) {
      var unused = Places.shape(type, where);
    } else if (seen.add(type)) {
      value(type, where);
    }
  }

  private void value(JavaType type, String where) throws SerializationException {
    Class<?> raw = type.getRawClass();
    if (raw == Class.class) {
      throw new SerializationException(where + ": " + FerryAnnotations.NO_CLASS_BY_NAME, null);
    }
    if (raw.isPrimitive() || raw.isEnum() || FerryAnnotations.isOfJdk(raw)) {
      requireMakeable(buildBoth(type), raw, where);
      return;
    }
    AnnotatedClass annotated = reading.introspectClassAnnotations(type);
    boolean polymorphic = reading.findTypeDeserializer(type) != null;
    if (polymorphic) {
      subtypes(type, annotated, where);
    }
    if (!hasOwnForm(annotated)) {
      OpenModules.check(raw);
      properties(writing.introspectBeanDescription(type), true);
      properties(reading.introspectBeanDescription(type), false);
    }
    Object reader = buildBoth(type);
    if (!polymorphic) {
      requireMakeable(reader, raw, where);
    }
  }

  private static void requireMakeable(@Nullable Object reader, Class<?> raw, String where)
      throws SerializationException {
    if (reader instanceof AbstractDeserializer) {
      throw new SerializationException(
          where + ": " + raw.getName() + " is abstract and not sealed: a receiver could not tell what to make of it",
          null);
    }
  }

  private void subtypes(JavaType base, AnnotatedClass annotated, String where) throws SerializationException {
    Map<String, Class<?>> names = new HashMap<>();
    for (NamedType subtype :
        mapper.deserializationConfig()
            .getSubtypeResolver()
            .collectAndResolveSubtypesByClass(mapper.deserializationConfig(), annotated)) {
      Class<?> raw = subtype.getType();
      // An annotation that names the subtypes is inherited by them: they are asked for each other too.
      if (raw == base.getRawClass() || raw.isInterface() || !base.isTypeOrSuperTypeOf(raw)) {
        continue;
      }
      Class<?> other = subtype.hasName() ? names.put(subtype.getName(), raw) : null;
      if (other != null && FerryAnnotations.isSealed(base.getRawClass())) {
        throw new SerializationException(
            where + ": " + other.getName() + " and " + raw.getName() + " have the same name, " + subtype.getName()
                + "; give one of them a @MessageName", null);
      }
      JavaType special = Modifier.isAbstract(raw.getModifiers()) ? null : specialized(base, raw);
      if (special != null) {
        place(special, where);
      }
    }
  }

  // Null for Size implements Expr<Integer> where an Expr<Boolean> is wanted: no value of that type can be one.
  private @Nullable JavaType specialized(JavaType base, Class<?> raw) {
    try {
      return mapper.getTypeFactory().constructSpecializedType(base, raw);
    } catch (IllegalArgumentException otherArguments) {
      return null;
    }
  }

  private void properties(BeanDescription bean, boolean forWriting) throws SerializationException {
    for (BeanPropertyDefinition property : bean.findProperties()) {
      AnnotatedMember member = forWriting ? property.getAccessor() : property.getMutator();
      if (member == null
          || hasOwnForm(member)
          || (member instanceof AnnotatedParameter p && FerryAnnotations.isIgnored(p))) {
        continue;
      }
      String where = bean.getBeanClass().getSimpleName() + "." + property.getName();
      declaring.add(member.getDeclaringClass());
      OpenModules.check(member.getMember());
      WrittenTypes.check(member, where);
      if (holdsHandle(property.getPrimaryType()) && hasConverter(member)) {
        throw new SerializationException(where + ": a handle cannot pass through a converter", null);
      }
      place(property.getPrimaryType(), where);
    }
  }

  // Both fail here rather than at the first message if the type has no form.
  private @Nullable Object buildBoth(JavaType type) {
    var unused = writing.findTypedValueSerializer(type, true);
    return reading.findNonContextualValueDeserializer(type);
  }

  private static boolean holdsHandle(@Nullable JavaType type) {
    return type != null && Places.handleIn(type) != null;
  }

  // A class or property with a (de)serializer of the user's: what it writes is its own business.
  private boolean hasOwnForm(Annotated annotated) {
    AnnotationIntrospector annotations = mapper.serializationConfig().getAnnotationIntrospector();
    return annotations.findSerializer(mapper.serializationConfig(), annotated) != null
        || annotations.findDeserializer(mapper.deserializationConfig(), annotated) != null;
  }

  private boolean hasConverter(AnnotatedMember member) {
    AnnotationIntrospector annotations = mapper.serializationConfig().getAnnotationIntrospector();
    var writes = mapper.serializationConfig();
    var reads = mapper.deserializationConfig();
    return annotations.findSerializationConverter(writes, member) != null
        || annotations.findSerializationContentConverter(writes, member) != null
        || annotations.findDeserializationConverter(reads, member) != null
        || annotations.findDeserializationContentConverter(reads, member) != null;
  }
}
