package org.ferryipc.core;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The type of the messages of a channel, generic arguments included.
 *
 * <p>For a plain class use it directly; for a generic type make an anonymous subclass: {@code new
 * MessageType<List<Job>>() {}}. Two are equal if their types are. Immutable.
 */
public abstract class MessageType<T> {
  private final Type type;

  /** Captures the type argument of the subclass. */
  protected MessageType() {
    Type parent = getClass().getGenericSuperclass();
    if (!(parent instanceof ParameterizedType p) || p.getRawType() != MessageType.class) {
      throw new IllegalArgumentException("make it as new MessageType<Some<Type>>() {}, with the type written out");
    }
    this.type = p.getActualTypeArguments()[0];
  }

  private MessageType(Type type) {
    this.type = type;
  }

  /** {@return the type of a class that is not generic} */
  public static <T> MessageType<T> of(Class<T> type) {
    return new Plain<>(type);
  }

  /** {@return the type that {@code type} stands for}; for codecs, who meet types by reflection */
  public static MessageType<?> of(Type type) {
    return new Plain<>(type);
  }

  /** {@return the type as reflection sees it} */
  public final Type type() {
    return type;
  }

  /**
   * {@return the name at the doorway: the value of {@link MessageName} if the class has one, else the type's own name; so
   * too each class in a generic type}
   */
  public final String name() {
    return nameOf(type);
  }

  // As getTypeName writes it, but for the classes that have a name of their own, wherever they stand in the type.
  private static String nameOf(Type type) {
    return switch (type) {
      case Class<?> c when c.isArray() -> nameOf(c.componentType()) + "[]";
      case Class<?> c -> {
        MessageName given = c.getAnnotation(MessageName.class);
        yield given == null ? c.getName() : given.value();
      }
      case GenericArrayType array -> nameOf(array.getGenericComponentType()) + "[]";
      case ParameterizedType p -> rawNameOf(p) + namesOf(p.getActualTypeArguments(), ", ", "<", ">");
      case WildcardType wildcard when wildcard.getLowerBounds().length > 0 ->
          "? super " + namesOf(wildcard.getLowerBounds(), " & ", "", "");
      case WildcardType wildcard when wildcard.getUpperBounds()[0] != Object.class ->
          "? extends " + namesOf(wildcard.getUpperBounds(), " & ", "", "");
      default -> type.getTypeName();
    };
  }

  private static String rawNameOf(ParameterizedType type) {
    Class<?> raw = (Class<?>) type.getRawType();
    return type.getOwnerType() instanceof ParameterizedType owner && !raw.isAnnotationPresent(MessageName.class)
        ? nameOf(owner) + "$" + raw.getSimpleName()
        : nameOf(raw);
  }

  private static String namesOf(Type[] types, String between, String before, String after) {
    return types.length == 0
        ? ""
        : Stream.of(types).map(MessageType::nameOf).collect(Collectors.joining(between, before, after));
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof MessageType<?> that && type.equals(that.type);
  }

  @Override
  public final int hashCode() {
    return type.hashCode();
  }

  /** {@return the type in short words, for messages} */
  @Override
  public final String toString() {
    return type instanceof Class<?> c ? c.getSimpleName() : type.getTypeName();
  }

  private static final class Plain<T> extends MessageType<T> {
    Plain(Type type) {
      super(type);
    }
  }
}
