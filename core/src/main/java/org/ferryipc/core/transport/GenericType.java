package org.ferryipc.core.transport;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Objects;
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
}
