package org.ferryipc.core.encode.form;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.ferryipc.core.codec.HandleShape;
import org.ferryipc.core.encode.Ordinal;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;

/** Makes the form of a type, once, by walking everything that it declares. */
public final class Forms {
  private static final Map<Class<?>, Scalar> SCALARS =
      Map.ofEntries(
          Map.entry(boolean.class, Scalar.BOOLEAN),
          Map.entry(byte.class, Scalar.BYTE),
          Map.entry(short.class, Scalar.SHORT),
          Map.entry(char.class, Scalar.CHAR),
          Map.entry(int.class, Scalar.INT),
          Map.entry(long.class, Scalar.LONG),
          Map.entry(float.class, Scalar.FLOAT),
          Map.entry(double.class, Scalar.DOUBLE),
          Map.entry(Boolean.class, Scalar.BOOLEAN),
          Map.entry(Byte.class, Scalar.BYTE),
          Map.entry(Short.class, Scalar.SHORT),
          Map.entry(Character.class, Scalar.CHAR),
          Map.entry(Integer.class, Scalar.INT),
          Map.entry(Long.class, Scalar.LONG),
          Map.entry(Float.class, Scalar.FLOAT),
          Map.entry(Double.class, Scalar.DOUBLE));

  // Far more than anybody nests. A type that holds itself with a larger argument each time would go on for ever.
  private static final int MOST_NESTED = 100;

  private final Map<Type, Form> made = new HashMap<>();
  private final Map<Type, LateForm> beingMade = new HashMap<>();

  private boolean handles;

  private Forms() {}

  /**
   * A form that was made.
   *
   * @param form the form
   * @param name what to call the type in errors
   * @param handles whether its values can hold handles
   */
  public record Made(Form form, String name, boolean handles) {}

  /**
   * {@return the form of {@code type}}
   *
   * @throws SerializationException if its values can never be encoded; the text names the property
   */
  public static Made of(Type type) throws SerializationException {
    Class<?> raw = Arguments.raw(type);
    String where = raw == null ? type.getTypeName() : raw.getSimpleName();
    try {
      Forms forms = new Forms();
      return new Made(forms.form(type, where), where, forms.handles);
    } catch (StackOverflowError tooDeep) {
      throw new SerializationException(where + ": the type is nested too deeply", tooDeep);
    }
  }

  Form form(Type type, String where) throws SerializationException {
    Class<?> raw = Arguments.raw(type);
    if (raw == null) {
      throw refused(where, type.getTypeName() + " does not say what it is");
    }
    Scalar scalar = SCALARS.get(raw);
    if (scalar != null) {
      return scalar;
    }
    if (HandleShape.isHandle(raw)) {
      handles = true;
      return new HandleForm(HandleShape.of(type, where));
    }
    if (raw.isArray()) {
      return array(raw, where);
    }
    if (raw.isEnum()) {
      return EnumForm.of(raw);
    }
    if (raw.isRecord() || (raw.isSealed() && raw != MemorySegment.class)) {
      return declared(type, raw, where);
    }
    return ofJdk(type, raw, where);
  }

  private Form ofJdk(Type type, Class<?> raw, String where) throws SerializationException {
    if (raw == String.class) {
      return TextForm.INSTANCE;
    }
    if (raw == MemorySegment.class) {
      return BytesForm.SEGMENT;
    }
    if (raw == List.class) {
      return new ListForm(form(argument(type, where), where));
    }
    if (raw == Optional.class) {
      Form content = form(argument(type, where), where);
      if (content instanceof OptionalForm) {
        throw refused(where, "an Optional in an Optional: two ways to be empty");
      }
      return new OptionalForm(OptionalForm.Kind.ANY, EnvelopeForm.of(content));
    }
    if (raw == OptionalInt.class) {
      return new OptionalForm(OptionalForm.Kind.INT, EnvelopeForm.of(Scalar.INT));
    }
    if (raw == OptionalLong.class) {
      return new OptionalForm(OptionalForm.Kind.LONG, EnvelopeForm.of(Scalar.LONG));
    }
    if (raw == OptionalDouble.class) {
      return new OptionalForm(OptionalForm.Kind.DOUBLE, EnvelopeForm.of(Scalar.DOUBLE));
    }
    if (Map.class.isAssignableFrom(raw) || java.util.Set.class.isAssignableFrom(raw)) {
      throw refused(where, raw.getName() + " has no order of its own, so its bytes would not be canonical; use a List of records");
    }
    throw refused(where, raw.getName() + " has no form; see docs/encode.md for what has");
  }

  private static Type argument(Type type, String where) throws SerializationException {
    if (!(type instanceof java.lang.reflect.ParameterizedType p)) {
      throw refused(where, "raw " + type.getTypeName() + " does not say what it holds");
    }
    return p.getActualTypeArguments()[0];
  }

  private static Form array(Class<?> raw, String where) throws SerializationException {
    Class<?> component = raw.componentType();
    if (component == byte.class) {
      return BytesForm.ARRAY;
    }
    Scalar scalar = SCALARS.get(component);
    if (!component.isPrimitive() || scalar == null) {
      throw refused(where, "arrays of objects have no form; use a List");
    }
    return new NumbersForm(component, scalar);
  }

  private Form declared(Type type, Class<?> raw, String where) throws SerializationException {
    Form known = made.get(type);
    if (known != null) {
      return known;
    }
    LateForm late = beingMade.get(type);
    if (late != null) {
      return late;
    }
    if (beingMade.size() == MOST_NESTED) {
      throw refused(where, "more than " + MOST_NESTED + " types inside one another; one may hold itself with ever other arguments");
    }
    int size = !raw.isRecord() ? UnionForm.SIZE : RecordLayout.isTable(raw) ? EnvelopeForm.SIZE : 0;
    LateForm placeholder = new LateForm(raw.getSimpleName(), size);
    beingMade.put(type, placeholder);
    Form form = raw.isRecord() ? RecordLayout.of(type, raw, this) : union(type, raw, where);
    placeholder.made(form);
    beingMade.remove(type);
    made.put(type, form);
    return form;
  }

  private Form union(Type type, Class<?> raw, String where) throws SerializationException {
    if (type != raw || raw.getTypeParameters().length > 0) {
      throw refused(where, type.getTypeName() + " is sealed and generic, which has no form");
    }
    List<Class<?>> classes = new ArrayList<>();
    collect(raw, where, classes);
    Map<Integer, Class<?>> byNumber = new HashMap<>();
    List<Integer> numbers = new ArrayList<>();
    List<Form> contents = new ArrayList<>();
    for (Class<?> member : classes) {
      @Nullable Ordinal number = member.getAnnotation(Ordinal.class);
      if (number == null || number.value() < 1) {
        throw refused(where, member.getName() + " needs @Ordinal(1) or another number, by which it is known in "
            + raw.getSimpleName());
      }
      Class<?> other = byNumber.put(number.value(), member);
      if (other != null) {
        throw refused(where, member.getName() + " and " + other.getName() + " have the same @Ordinal");
      }
      numbers.add(number.value());
      contents.add(form(member, member.getSimpleName()));
    }
    return UnionForm.of(raw.getSimpleName(), classes, numbers, contents);
  }

  private static void collect(Class<?> sealed, String where, List<Class<?>> into) throws SerializationException {
    for (Class<?> member : sealed.getPermittedSubclasses()) {
      if (member.isRecord() && member.getTypeParameters().length == 0) {
        if (!into.contains(member)) {
          into.add(member);
        }
      } else if (member.isSealed()) {
        collect(member, where, into);
      } else {
        throw refused(where, member.getName() + " is no record without type arguments, nor sealed");
      }
    }
  }

  static SerializationException refused(String where, String why) {
    return new SerializationException(where + ": " + why, null);
  }
}
