package org.ferryipc.benches.turns;

import java.util.Map;
import java.util.TreeMap;

/**
 * One benchmark method with its parameters.
 *
 * @param owner the class
 * @param method the name of a method with {@code @Benchmark}
 * @param parameters values by the names of fields with {@code @Param}
 */
public record Bench(Class<?> owner, String method, Map<String, String> parameters) {

  /** Copies the map. */
  public Bench {
    parameters = Map.copyOf(parameters);
  }

  /** {@return the benchmark without parameters} */
  public static Bench of(Class<?> owner, String method) {
    return new Bench(owner, method, Map.of());
  }

  /** {@return the benchmark with one parameter} */
  public static Bench of(Class<?> owner, String method, String parameter, String value) {
    return new Bench(owner, method, Map.of(parameter, value));
  }

  /** {@return a file name for it} */
  public String fileName() {
    StringBuilder name = new StringBuilder(owner.getSimpleName()).append('.').append(method);
    new TreeMap<>(parameters).forEach((key, value) -> name.append('-').append(value));
    return name.toString();
  }
}
