package org.ferryipc.core.smile;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.ferryipc.core.Limits;
import org.ferryipc.core.codec.HandleShape;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.smile.PlainComponent.Kind;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.dataformat.smile.SmileMapper;

/**
 * Which types have a {@link PlainForm}: lists of handles, and records of which Jackson makes nothing but an object with one property
 * for each component, called as that is. It is Jackson that is asked, which properties there are and in which order.
 *
 * <p>A class with an annotation anywhere, or with an interface, which may have some, has none: what they all mean is not repeated
 * here.
 */
final class PlainShape {
  private static final MethodHandles.Lookup OURS = MethodHandles.lookup();

  private PlainShape() {}

  /**
   * {@return the form of a type that {@link TypeAudit} let pass}; null if Jackson's binding must write and read it
   *
   * @throws SerializationException if a handle does not say what it carries
   */
  static @Nullable PlainForm of(JavaType root, SmileMapper mapper, Limits limits) throws SerializationException {
    Class<?> type = root.getRawClass();
    if (type == List.class) {
      JavaType element = root.getContentType();
      return HandleShape.isHandle(element.getRawClass())
          ? new PlainHandles(Places.shape(element, "message"), limits.handles())
          : null;
    }
    if (!type.isRecord()
        || type.getTypeParameters().length > 0
        || type.getInterfaces().length > 0
        || isAnnotated(type)) {
      return null;
    }
    RecordComponent[] declared = type.getRecordComponents();
    try {
      Constructor<?> canonical =
          type.getDeclaredConstructor(Arrays.stream(declared).map(RecordComponent::getType).toArray(Class<?>[]::new));
      List<BeanPropertyDefinition> order = order(root, mapper, declared, canonical);
      return order != null && canonical.trySetAccessible() ? of(type, declared, canonical, order) : null;
    } catch (ReflectiveOperationException notOurs) {
      return null;
    }
  }

  private static boolean isAnnotated(Class<?> type) {
    Constructor<?>[] constructors = type.getDeclaredConstructors();
    return Stream.<AnnotatedElement[]>of(
            new AnnotatedElement[] {type},
            type.getRecordComponents(),
            type.getDeclaredFields(),
            type.getDeclaredMethods(),
            constructors,
            Arrays.stream(constructors).flatMap(made -> Arrays.stream(made.getParameters())).toArray(AnnotatedElement[]::new))
        .flatMap(Arrays::stream)
        .anyMatch(element -> element.getDeclaredAnnotations().length > 0);
  }

  // {@return the properties as Jackson writes them}, null if these are not the components and nothing else
  private static @Nullable List<BeanPropertyDefinition> order(
      JavaType root, SmileMapper mapper, RecordComponent[] declared, Constructor<?> canonical) {
    SerializationContext writing = mapper._serializationContext();
    DeserializationContext reading = mapper._deserializationContext();
    if (writing.findTypeSerializer(root) != null || reading.findTypeDeserializer(root) != null) {
      return null;
    }
    BeanDescription written = writing.introspectBeanDescription(root);
    List<BeanPropertyDefinition> properties = written.findProperties();
    List<BeanPropertyDefinition> read = reading.introspectBeanDescription(root).findProperties();
    if (written.findJsonValueAccessor() != null || properties.size() != declared.length || read.size() != declared.length) {
      return null;
    }
    for (int i = 0; i < declared.length; i++) {
      String name = declared[i].getName();
      Member accessor = declared[i].getAccessor();
      int index = i;
      boolean known =
          properties.stream().anyMatch(p -> p.getName().equals(name) && isMember(p.getAccessor(), accessor))
              && read.stream()
                  .anyMatch(
                      p ->
                          p.getName().equals(name)
                              && p.getConstructorParameter() instanceof AnnotatedParameter parameter
                              && isMember(parameter.getOwner(), canonical)
                              && parameter.getIndex() == index);
      if (!known) {
        return null;
      }
    }
    return properties;
  }

  private static boolean isMember(@Nullable AnnotatedMember jacksons, Member wanted) {
    return jacksons != null && wanted.equals(jacksons.getMember());
  }

  private static @Nullable PlainForm of(
      Class<?> type, RecordComponent[] declared, Constructor<?> canonical, List<BeanPropertyDefinition> order)
      throws ReflectiveOperationException, SerializationException {
    List<String> names = order.stream().map(BeanPropertyDefinition::getName).toList();
    PlainComponent[] components = new PlainComponent[declared.length];
    MethodHandle[] arguments = new MethodHandle[declared.length];
    for (int i = 0; i < declared.length; i++) {
      int place = names.indexOf(declared[i].getName());
      PlainComponent component = component(declared[i], order.get(place).getPrimaryType());
      if (component == null) {
        return null;
      }
      components[place] = component;
      arguments[i] = argument(declared[i].getType(), place);
    }
    MethodHandle maker = MethodHandles.filterArguments(OURS.unreflectConstructor(canonical), 0, arguments);
    MethodHandle ofOne =
        MethodHandles.permuteArguments(
            maker, methodType(maker.type().returnType(), PlainValues.class), new int[declared.length]);
    return new PlainRecord(type, List.of(components), ofOne.asType(methodType(Object.class, PlainValues.class)));
  }

  private static @Nullable PlainComponent component(RecordComponent declared, JavaType type)
      throws IllegalAccessException, SerializationException {
    Class<?> raw = declared.getType();
    Kind kind = kind(raw);
    Method accessor = declared.getAccessor();
    if (kind == null || !accessor.trySetAccessible()) {
      return null;
    }
    HandleShape shape = kind == Kind.HANDLE ? Places.shape(type, declared.getName()) : null;
    MethodHandle handle = OURS.unreflect(accessor).asType(methodType(kind.wide, Object.class));
    return new PlainComponent(declared.getName(), kind, bits(raw), shape, handle);
  }

  private static @Nullable Kind kind(Class<?> type) {
    if (type == long.class || type == int.class || type == short.class || type == byte.class) {
      return Kind.WHOLE;
    }
    if (HandleShape.isHandle(type)) {
      return Kind.HANDLE;
    }
    return type == double.class
        ? Kind.DOUBLE
        : type == float.class
            ? Kind.FLOAT
            : type == boolean.class ? Kind.TRUTH : type == String.class ? Kind.TEXT : null;
  }

  private static int bits(Class<?> type) {
    return type == byte.class ? Byte.SIZE : type == short.class ? Short.SIZE : type == int.class ? Integer.SIZE : Long.SIZE;
  }

  // What the constructor is given of a place.
  private static MethodHandle argument(Class<?> type, int place) throws ReflectiveOperationException {
    Kind kind = java.util.Objects.requireNonNull(kind(type));
    MethodHandle of = OURS.findVirtual(PlainValues.class, kind.getter, methodType(kind.wide, int.class));
    return MethodHandles.explicitCastArguments(
        MethodHandles.insertArguments(of, 1, place), methodType(type, PlainValues.class));
  }
}
