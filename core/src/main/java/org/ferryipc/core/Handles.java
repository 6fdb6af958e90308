package org.ferryipc.core;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
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
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Iterator<?>> open = new ArrayDeque<>(); // and no recursion: a value may be nested more deeply than a stack is
    open.push(Collections.singletonList(message).iterator());
    while (!open.isEmpty()) {
      if (open.element().hasNext()) {
        look(open.element().next(), found, seen, open);
      } else {
        open.pop();
      }
    }
    return found;
  }

  /** Closes every handle inside {@code message}; a failing close is logged and counted, and the others still close. */
  public static void close(Object message) {
    for (Handle handle : in(message)) {
      ((Owned) handle).ownership.closeQuietly();
    }
  }

  private static void look(
      @Nullable Object value, List<Handle> found, Set<Object> seen, Deque<Iterator<?>> open) {
    switch (value) {
      case null -> {}
      case Handle handle -> {
        if (seen.add(handle)) {
          found.add(handle);
        }
      }
      case Optional<?> optional -> optional.ifPresent(inner -> open.push(List.of(inner).iterator()));
      case Map<?, ?> map -> enter(map, map.values(), seen, open);
      case Iterable<?> many when !(value instanceof java.nio.file.Path) -> enter(many, many, seen, open);
      case Object[] array -> enter(array, Arrays.asList(array), seen, open);
      case Record record -> {
        if (seen.add(record)) {
          List<@Nullable Object> components = new ArrayList<>();
          for (RecordComponent component : record.getClass().getRecordComponents()) {
            components.add(read(record, component));
          }
          open.push(components.iterator());
        }
      }
      default -> {}
    }
  }

  private static void enter(Object owner, Iterable<?> many, Set<Object> seen, Deque<Iterator<?>> open) {
    if (seen.add(owner)) {
      open.push(many.iterator());
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
