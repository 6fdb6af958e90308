package org.ferryipc.core;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Finds and closes the handles inside a message value, wherever the default codec takes them: records, classes with
 * setters (in fields that are public or have a getter of their name), lists, sets, map values, arrays, {@link Optional},
 * {@link AtomicReference}.
 *
 * <p>It reads the fields of the program's own classes. A named module must let it: {@code opens <its package> to
 * org.ferryipc.core;}. A {@link Delivery} needs none of that: it knows the handles of its message.
 */
public final class Handles {
  private final List<Handle> found = new ArrayList<>();
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Iterator<?>> open = new ArrayDeque<>();
  private @Nullable IllegalArgumentException closedModule;

  private Handles() {}

  /**
   * {@return the handles inside {@code message}, in the order of its components, each once}
   *
   * @throws IllegalArgumentException if the module of a class in the message does not open its package to {@code
   *     org.ferryipc.core}; the text has the line that is missing
   */
  public static List<Handle> in(Object message) {
    Handles handles = new Handles();
    handles.collect(message);
    handles.refuseIfIncomplete();
    return handles.found;
  }

  /**
   * Closes every handle inside {@code message}; a failing close is logged and counted, and the others still close.
   *
   * @throws IllegalArgumentException as {@link #in}; the handles that could be found are closed
   */
  public static void close(Object message) {
    Handles handles = new Handles();
    handles.collect(message);
    for (Handle handle : handles.found) {
      ((Owned) handle).ownership.closeQuietly();
    }
    handles.refuseIfIncomplete();
  }

  private void refuseIfIncomplete() {
    if (closedModule != null) {
      throw closedModule;
    }
  }

  // No recursion: a value may be nested more deeply than a stack is.
  private void collect(Object message) {
    open.push(Collections.singletonList(message).iterator());
    while (!open.isEmpty()) {
      if (open.element().hasNext()) {
        look(open.element().next());
      } else {
        open.pop();
      }
    }
  }

  private void look(@Nullable Object value) {
    if (value == null || !seen.add(value)) {
      return;
    }
    switch (value) {
      case Handle handle -> found.add(handle);
      case Optional<?> optional -> optional.ifPresent(inner -> open.push(List.of(inner).iterator()));
      case AtomicReference<?> reference -> open.push(Collections.singletonList(reference.get()).iterator());
      case Map<?, ?> map -> open.push(map.values().iterator());
      case Iterable<?> many when !(value instanceof java.nio.file.Path) -> open.push(many.iterator());
      case Object[] array -> open.push(Arrays.asList(array).iterator());
      case Enum<?> none -> {}
      default -> {
        if (!value.getClass().isArray() && !isOfThePlatform(value.getClass())) {
          List<@Nullable Object> properties = new ArrayList<>();
          readProperties(value, value.getClass(), properties);
          open.push(properties.iterator());
        }
      }
    }
  }

  // The platform's own classes that can hold a handle are named above.
  private static boolean isOfThePlatform(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }

  private void readProperties(Object value, @Nullable Class<?> type, List<@Nullable Object> into) {
    if (type == null || isOfThePlatform(type)) {
      return;
    }
    readProperties(value, type.getSuperclass(), into);
    for (Field field : type.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive() && isProperty(type, field)) {
        into.add(read(value, field));
      }
    }
  }

  // What else a class keeps in its fields is not part of the message.
  private static boolean isProperty(Class<?> type, Field field) {
    String name = field.getName();
    return type.isRecord()
        || Modifier.isPublic(field.getModifiers())
        || hasMethod(type, "get" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1));
  }

  private static boolean hasMethod(Class<?> type, String getter) {
    try {
      return type.getDeclaredMethod(getter).getReturnType() != void.class;
    } catch (NoSuchMethodException none) {
      return false;
    }
  }

  private @Nullable Object read(Object value, Field field) {
    try {
      field.setAccessible(true);
      return field.get(value);
    } catch (InaccessibleObjectException | IllegalAccessException e) {
      if (closedModule == null) {
        Class<?> type = field.getDeclaringClass();
        closedModule =
            new IllegalArgumentException(
                "handles in %s cannot be found: the module-info of %s must say `opens %s to org.ferryipc.core;`"
                    .formatted(type.getName(), type.getModule().getName(), type.getPackageName()),
                e);
      }
      return null;
    }
  }
}
