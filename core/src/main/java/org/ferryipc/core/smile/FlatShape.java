package org.ferryipc.core.smile;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.ferryipc.core.smile.FlatComponent.Form;
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
 * Which records are {@link FlatRecord}s: those of which Jackson makes nothing but an object with one property for each
 * component, called as that is. It is Jackson that is asked, which properties there are and in which order.
 *
 * <p>A class with an annotation anywhere, or with an interface, which may have some, is none: what they all mean is not repeated
 * here.
 *
 * @param components in the order of the bytes
 * @param maker makes the record, as an Object, of a {@link FlatInput} in which they were read
 */
record FlatShape(List<FlatComponent> components, MethodHandle maker) {
  private static final MethodHandles.Lookup OURS = MethodHandles.lookup();
  private static final int MOST_COMPONENTS = 64; // so that the longest message takes a few kilobytes

  /** {@return the shape}, or null if Jackson must write and read it */
  static @Nullable FlatShape of(JavaType root, SmileMapper mapper) {
    Class<?> type = root.getRawClass();
    if (!type.isRecord()
        || type.getTypeParameters().length > 0
        || type.getInterfaces().length > 0
        || isAnnotated(type)
        || type.getRecordComponents().length > MOST_COMPONENTS) {
      return null;
    }
    RecordComponent[] declared = type.getRecordComponents();
    try {
      Constructor<?> canonical =
          type.getDeclaredConstructor(Arrays.stream(declared).map(RecordComponent::getType).toArray(Class<?>[]::new));
      List<String> order = order(root, mapper, declared, canonical);
      return order != null && canonical.trySetAccessible() ? of(declared, canonical, order) : null;
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

  // {@return the names of the properties as Jackson writes them}, null if these are not the components and nothing else
  private static @Nullable List<String> order(
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
    return properties.stream().map(BeanPropertyDefinition::getName).toList();
  }

  private static boolean isMember(@Nullable AnnotatedMember jacksons, Member wanted) {
    return jacksons != null && wanted.equals(jacksons.getMember());
  }

  private static @Nullable FlatShape of(RecordComponent[] declared, Constructor<?> canonical, List<String> order)
      throws ReflectiveOperationException {
    FlatComponent[] components = new FlatComponent[declared.length];
    MethodHandle[] arguments = new MethodHandle[declared.length];
    for (int i = 0; i < declared.length; i++) {
      int slot = order.indexOf(declared[i].getName());
      FlatComponent component = component(declared[i]);
      if (component == null) {
        return null;
      }
      components[slot] = component;
      arguments[i] = argument(declared[i].getType(), slot);
    }
    MethodHandle maker = MethodHandles.filterArguments(OURS.unreflectConstructor(canonical), 0, arguments);
    MethodHandle ofOne =
        MethodHandles.permuteArguments(
            maker, methodType(maker.type().returnType(), FlatInput.class), new int[declared.length]);
    return new FlatShape(List.of(components), ofOne.asType(methodType(Object.class, FlatInput.class)));
  }

  private static @Nullable FlatComponent component(RecordComponent declared) throws IllegalAccessException {
    String name = declared.getName();
    Form form = form(declared.getType());
    Method accessor = declared.getAccessor();
    if (form == null
        || name.length() > FlatComponent.LONGEST_NAME
        || !name.chars().allMatch(unit -> unit <= Byte.MAX_VALUE)
        || !((AccessibleObject) accessor).trySetAccessible()) {
      return null;
    }
    MethodHandle handle = OURS.unreflect(accessor).asType(methodType(widened(form), Object.class));
    int bits = bits(declared.getType());
    return new FlatComponent(name, form, -1L << bits - 1, ~(-1L << bits - 1), handle);
  }

  private static @Nullable Form form(Class<?> type) {
    if (type == long.class || type == int.class || type == short.class || type == byte.class) {
      return Form.WHOLE;
    }
    return type == double.class
        ? Form.DOUBLE
        : type == float.class
            ? Form.FLOAT
            : type == boolean.class ? Form.TRUTH : type == String.class ? Form.TEXT : null;
  }

  private static int bits(Class<?> whole) {
    return whole == byte.class ? Byte.SIZE : whole == short.class ? Short.SIZE : whole == int.class ? Integer.SIZE : Long.SIZE;
  }

  private static Class<?> widened(Form form) {
    return switch (form) {
      case WHOLE -> long.class;
      case DOUBLE -> double.class;
      case FLOAT -> float.class;
      case TRUTH -> boolean.class;
      case TEXT -> String.class;
    };
  }

  // What the constructor is given of a slot.
  private static MethodHandle argument(Class<?> type, int slot) throws ReflectiveOperationException {
    Form form = java.util.Objects.requireNonNull(form(type));
    String getter =
        switch (form) {
          case WHOLE -> "whole";
          case DOUBLE -> "ofDouble";
          case FLOAT -> "ofFloat";
          case TRUTH -> "truth";
          case TEXT -> "text";
        };
    MethodHandle of = OURS.findVirtual(FlatInput.class, getter, methodType(widened(form), int.class));
    return MethodHandles.explicitCastArguments(
        MethodHandles.insertArguments(of, 1, slot), methodType(type, FlatInput.class));
  }
}
