package org.ferryipc.core.transport;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Generic types with resolved arguments; equal to the JDK's own for the same type, as message types are compared. */
public final class GenericType implements ParameterizedType {
  private final Class<?> raw;
  private final Type[] arguments;

  private GenericType(Class<?> raw, Type[] arguments) {
    this.raw = raw;
    this.arguments = arguments;
  }

  /** {@return {@code raw} with {@code arguments}} */
  public static Type of(Class<?> raw, Type... arguments) {
    return new GenericType(raw, arguments);
  }

  /** {@return an array of {@code element}} */
  public static Type arrayOf(Type element) {
    return new ArrayOf(element);
  }

  /** {@return {@code type} with what {@code values} says of its variables; itself, if it has none} */
  public static Type resolve(Type type, Function<? super TypeVariable<?>, ? extends Type> values) {
    return switch (type) {
      case TypeVariable<?> variable -> values.apply(variable);
      case ParameterizedType p -> {
        Type[] given = p.getActualTypeArguments();
        Type[] resolved = resolve(given, values);
        yield Arrays.equals(given, resolved) ? p : of((Class<?>) p.getRawType(), resolved);
      }
      case GenericArrayType array ->
          switch (resolve(array.getGenericComponentType(), values)) {
            case Class<?> component -> component.arrayType();
            case Type component when component.equals(array.getGenericComponentType()) -> array;
            case Type component -> arrayOf(component);
          };
      case WildcardType w -> {
        Wildcard resolved = new Wildcard(resolve(w.getUpperBounds(), values), resolve(w.getLowerBounds(), values));
        yield resolved.equals(w) ? w : resolved;
      }
      default -> type;
    };
  }

  private static Type[] resolve(Type[] types, Function<? super TypeVariable<?>, ? extends Type> values) {
    return Stream.of(types).map(type -> resolve(type, values)).toArray(Type[]::new);
  }

  @Override
  public Type[] getActualTypeArguments() {
    return arguments.clone();
  }

  @Override
  public Type getRawType() {
    return raw;
  }

  @Override
  public @Nullable Type getOwnerType() {
    return raw.getDeclaringClass();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ParameterizedType that
        && raw.equals(that.getRawType())
        && Objects.equals(getOwnerType(), that.getOwnerType())
        && Arrays.equals(arguments, that.getActualTypeArguments());
  }

  @Override
  public int hashCode() { // as the JDK's implementation computes it
    return Arrays.hashCode(arguments) ^ Objects.hashCode(getOwnerType()) ^ raw.hashCode();
  }

  @Override
  public String toString() {
    return raw.getName() + Stream.of(arguments).map(Type::getTypeName).collect(Collectors.joining(", ", "<", ">"));
  }

  private record ArrayOf(Type element) implements GenericArrayType {
    @Override
    public Type getGenericComponentType() {
      return element;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof GenericArrayType that && element.equals(that.getGenericComponentType());
    }

    @Override
    public int hashCode() { // as the JDK's implementation computes it
      return element.hashCode();
    }

    @Override
    public String toString() {
      return element.getTypeName() + "[]";
    }
  }

  private record Wildcard(Type[] upper, Type[] lower) implements WildcardType {
    @Override
    public Type[] getUpperBounds() {
      return upper.clone();
    }

    @Override
    public Type[] getLowerBounds() {
      return lower.clone();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof WildcardType that
          && Arrays.equals(upper, that.getUpperBounds())
          && Arrays.equals(lower, that.getLowerBounds());
    }

    @Override
    public int hashCode() { // as the JDK's implementation computes it
      return Arrays.hashCode(lower) ^ Arrays.hashCode(upper);
    }

    @Override
    public String toString() {
      boolean below = lower.length > 0;
      return Stream.of(below ? lower : upper)
          .map(Type::getTypeName)
          .collect(Collectors.joining(" & ", below ? "? super " : "? extends ", ""));
    }
  }
}
