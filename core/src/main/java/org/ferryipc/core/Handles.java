package org.ferryipc.core;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds and closes the handles inside a message value: records, lists, sets, map values, arrays and {@link Optional}. */
public final class Handles {
  private Handles() {}

  /**
   * {@return the handles inside {@code message}, in the order of its components, each once}
   *
   * @throws IllegalArgumentException if a component of a record cannot be read (its module does not open its package)
   */
  public static List<Handle> in(Object message) {
    List<Handle> found = new ArrayList<>();
    collect(message, found, Collections.newSetFromMap(new IdentityHashMap<>()));
    return found;
  }

  /** Closes every handle inside {@code message}; a failing close is logged and counted, and the others still close. */
  public static void close(Object message) {
    for (Handle handle : in(message)) {
      ((Owned) handle).ownership.closeQuietly();
    }
  }

  private static void collect(@Nullable Object value, List<Handle> found, Set<Object> seen) {
    switch (value) {
      case null -> {}
      case Handle handle -> {
        if (seen.add(handle)) {
          found.add(handle);
        }
      }
      case Optional<?> optional -> optional.ifPresent(inner -> collect(inner, found, seen));
      case Map<?, ?> map -> collectAll(map, map.values(), found, seen);
      case Iterable<?> many when !(value instanceof java.nio.file.Path) -> collectAll(many, many, found, seen);
      case Object[] array -> collectAll(array, java.util.Arrays.asList(array), found, seen);
      case Record record -> {
        if (seen.add(record)) {
          for (RecordComponent component : record.getClass().getRecordComponents()) {
            collect(read(record, component), found, seen);
          }
        }
      }
      default -> {}
    }
  }

  private static void collectAll(Object owner, Iterable<?> many, List<Handle> found, Set<Object> seen) {
    if (seen.add(owner)) {
      for (Object inner : many) {
        collect(inner, found, seen);
      }
    }
  }

  private static @Nullable Object read(Record record, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(record);
    } catch (IllegalAccessException | InvocationTargetException | RuntimeException e) {
      throw new IllegalArgumentException(
          "cannot read " + component.getName() + " of " + record.getClass().getName(), e);
    }
  }
}
