package org.ferryipc.core.encode.form;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ferryipc.core.encode.Fixed;
import org.ferryipc.core.encode.Ordinal;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;

/** Where the components of a record lie: in their order, each at a multiple of its alignment; or in a table's envelopes. */
final class RecordLayout {
  // No table in use has as many; each costs 8 bytes, whether it is there or not.
  private static final int MOST_ORDINALS = 1024;
  private static final int LARGEST_FIXED = 1 << 16;

  private final Class<?> raw;
  private final MethodHandles.Lookup lookup;
  private final List<Component> components = new ArrayList<>();

  private RecordLayout(Class<?> raw) throws SerializationException {
    this.raw = raw;
    this.lookup = lookup(raw);
  }

  /** {@return the form of a record} */
  static Form of(Type type, Class<?> raw, Forms forms) throws SerializationException {
    Arguments arguments = Arguments.of(type);
    RecordComponent[] declared = raw.getRecordComponents();
    RecordLayout layout = new RecordLayout(raw);
    boolean table = isTable(raw);
    if (table && Stream.of(declared).anyMatch(c -> c.getAnnotation(Ordinal.class) == null)) {
      throw Forms.refused(raw.getSimpleName(), "either all components have an @Ordinal or none");
    }
    for (RecordComponent component : declared) {
      String where = raw.getSimpleName() + "." + component.getName();
      Form form = layout.form(component, arguments, forms, where);
      layout.add(component, form, table, where);
    }
    return RecordCode.make(raw, layout.shape(table), layout.components, table, layout.constructor(declared));
  }

  /** {@return whether a record is a table} */
  static boolean isTable(Class<?> raw) {
    return Stream.of(raw.getRecordComponents()).anyMatch(c -> c.getAnnotation(Ordinal.class) != null);
  }

  private Form form(RecordComponent component, Arguments arguments, Forms forms, String where)
      throws SerializationException {
    @Nullable Fixed fixed = component.getAnnotation(Fixed.class);
    if (fixed == null) {
      return forms.form(arguments.in(component.getGenericType()), where);
    }
    if (component.getType() != byte[].class || fixed.value() < 1 || fixed.value() > LARGEST_FIXED) {
      throw Forms.refused(where, "@Fixed is for a byte[] of 1 to " + LARGEST_FIXED + " bytes");
    }
    return new FixedBytesForm(fixed.value());
  }

  private void add(RecordComponent component, Form form, boolean table, String where) throws SerializationException {
    Class<?> primitive = component.getType().isPrimitive() ? component.getType() : Object.class;
    MethodHandle accessor = accessor(component, primitive);
    @Nullable Ordinal ordinal = component.getAnnotation(Ordinal.class);
    if (table && ordinal != null) {
      addToTable(new Component(component.getName(), primitive, accessor, form, (ordinal.value() - 1) * EnvelopeForm.SIZE,
          ordinal.value()), where);
      return;
    }
    int end = components.isEmpty() ? 0 : components.getLast().end();
    int size;
    try {
      size = form.size();
    } catch (IllegalArgumentException endless) {
      throw Forms.refused(where, String.valueOf(endless.getMessage()));
    }
    int offset = (end + form.align() - 1) & -form.align();
    if (offset + size > Short.MAX_VALUE * 8) {
      throw Forms.refused(where, "the record is too large");
    }
    components.add(new Component(component.getName(), primitive, accessor, form, offset, 0));
  }

  private void addToTable(Component component, String where) throws SerializationException {
    if (component.ordinal() < 1 || component.ordinal() > MOST_ORDINALS) {
      throw Forms.refused(where, "an @Ordinal is a number from 1 to " + MOST_ORDINALS);
    }
    if (!(component.form() instanceof OptionalForm)) {
      throw Forms.refused(where, "a component with an @Ordinal must be an Optional: another version may not have it");
    }
    for (Component other : components) {
      if (other.ordinal() == component.ordinal()) {
        throw Forms.refused(where, "has the @Ordinal of " + other.name());
      }
    }
    components.add(component);
  }

  private RecordForm.Shape shape(boolean table) {
    List<String> names = components.stream().map(Component::name).toList();
    if (table) {
      int last = components.stream().mapToInt(Component::ordinal).max().orElseThrow();
      int bound = components.stream().mapToInt(c -> c.form().bound()).reduce(last * EnvelopeForm.SIZE, Form::sum);
      return new RecordForm.Shape(names, EnvelopeForm.SIZE, EnvelopeForm.SIZE, bound, false);
    }
    int align = components.stream().mapToInt(c -> c.form().align()).max().orElse(1);
    int end = components.isEmpty() ? 1 : components.getLast().end(); // one that is empty has a byte, so that lists end
    int size = (end + align - 1) & -align;
    int bound = components.stream().mapToInt(c -> c.form().bound()).reduce(0, Form::sum);
    int used = components.stream().mapToInt(c -> c.form().size()).sum();
    boolean anyBits = used == size && components.stream().allMatch(c -> c.form().anyBits());
    return new RecordForm.Shape(names, size, align, bound, anyBits);
  }

  private MethodHandle accessor(RecordComponent component, Class<?> primitive) throws SerializationException {
    try {
      return lookup.unreflect(component.getAccessor()).asType(MethodType.methodType(primitive, Object.class));
    } catch (IllegalAccessException closed) {
      throw closed(raw, closed);
    }
  }

  private MethodHandle constructor(RecordComponent[] declared) throws SerializationException {
    Class<?>[] types = Stream.of(declared).map(RecordComponent::getType).toArray(Class<?>[]::new);
    MethodType erased =
        MethodType.methodType(
            Object.class, Stream.of(types).map(t -> t.isPrimitive() ? t : Object.class).toArray(Class<?>[]::new));
    try {
      return lookup.findConstructor(raw, MethodType.methodType(void.class, types)).asType(erased);
    } catch (IllegalAccessException closed) {
      throw closed(raw, closed);
    } catch (NoSuchMethodException e) {
      throw new AssertionError("a record without its constructor: " + raw, e);
    }
  }

  private static MethodHandles.Lookup lookup(Class<?> raw) throws SerializationException {
    try {
      return MethodHandles.privateLookupIn(raw, MethodHandles.lookup());
    } catch (IllegalAccessException closed) {
      if (Modifier.isPublic(raw.getModifiers()) && raw.getModule().isExported(raw.getPackageName(), Forms.class.getModule())) {
        return MethodHandles.publicLookup();
      }
      throw closed(raw, closed);
    }
  }

  private static SerializationException closed(Class<?> raw, IllegalAccessException closed) {
    return new SerializationException(
        "%s cannot be read or made: the module-info of %s must say `opens %s to org.ferryipc.core;`"
            .formatted(raw.getName(), raw.getModule().getName(), raw.getPackageName()),
        closed);
  }
}
