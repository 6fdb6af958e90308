package org.ferryipc.core.smile;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A generic type with resolved arguments; equal to the JDK's own for the same type, as message types are compared. */
final class GenericType implements ParameterizedType {
  private final Class<?> raw;
  private final Type[] arguments;

  GenericType(Class<?> raw, Type... arguments) {
    this.raw = raw;
    this.arguments = arguments;
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
  public int hashCode() { // of the JDK's implementation
    return Arrays.hashCode(arguments) ^ Objects.hashCode(getOwnerType()) ^ raw.hashCode();
  }

  @Override
  public String toString() {
    return raw.getName()
        + Stream.of(arguments).map(Type::getTypeName).collect(Collectors.joining(", ", "<", ">"));
  }
}
