package org.ferryipc.rpc;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.ferryipc.core.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * The methods of one interface that can be called from afar. Static and default methods cannot (a default method runs
 * where it is called), nor those of {@link Object}, nor {@code close()} of an interface that is {@link AutoCloseable},
 * which lets the object go.
 */
final class InterfacePlan {
  // Of one interface with its type arguments there is one plan. A class keeps those of itself.
  private static final ClassValue<ConcurrentHashMap<Type, InterfacePlan>> PLANS =
      new ClassValue<>() {
        @Override
        protected ConcurrentHashMap<Type, InterfacePlan> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>(1);
        }
      };

  // Hardly any program has so many; a Node<T> with a method that returns a Node<List<T>> has no end of them.
  private static final int MOST_REACHABLE = 256;

  final Class<?> type;

  /** As both sides name it. */
  final String name;

  /** The methods by their numbers on this side. */
  final List<MethodPlan> methods;

  /** Whether it has a {@code close()}: that of {@link AutoCloseable}, or one of its own that may return anything. */
  final boolean hasClose;

  private final Map<Method, MethodPlan> byMethod = new HashMap<>();

  private InterfacePlan(Class<?> type, Type generic) {
    this.type = type;
    this.name = MessageType.of(generic).name();
    TypeArguments arguments = new TypeArguments(generic);
    Map<String, MethodPlan> bySignature = new TreeMap<>(Comparator.naturalOrder());
    Map<Method, String> signatures = new HashMap<>();
    for (Method method : type.getMethods()) {
      if (isRemote(type, method)) {
        MethodPlan plan = new MethodPlan(type, method, arguments);
        signatures.put(method, plan.signature);
        bySignature.merge(plan.signature, plan, MethodPlan::ofBothParents);
      }
    }
    signatures.forEach((method, signature) -> byMethod.put(method, bySignature.get(signature)));
    this.methods = List.copyOf(bySignature.values());
    this.hasClose =
        Stream.of(type.getMethods())
            .anyMatch(method -> method.getName().equals("close") && method.getParameterCount() == 0);
  }

  /**
   * {@return the plan of an interface}
   *
   * @param generic the interface, with its type arguments if it is generic
   * @throws IllegalArgumentException if it is none, or has a method that cannot be called from afar; the text says
   *     which
   */
  static InterfacePlan of(Type generic) {
    Class<?> type = raw(generic);
    if (!type.isInterface() || type.isAnnotation()) {
      throw new IllegalArgumentException(type.getName() + " is no interface");
    }
    if (type.isSealed()) {
      throw new IllegalArgumentException(type.getName() + " is sealed: no proxy can implement it");
    }
    ConcurrentHashMap<Type, InterfacePlan> plans = PLANS.get(type);
    InterfacePlan known = plans.get(generic);
    return known != null ? known : keep(plans, new InterfacePlan(type, generic), generic);
  }

  private static InterfacePlan keep(ConcurrentHashMap<Type, InterfacePlan> plans, InterfacePlan made, Type generic) {
    InterfacePlan other = plans.putIfAbsent(generic, made);
    return other == null ? made : other;
  }

  private static Class<?> raw(Type type) {
    return (Class<?>) (type instanceof ParameterizedType p ? p.getRawType() : type);
  }

  private static boolean isRemote(Class<?> type, Method method) {
    return Modifier.isAbstract(method.getModifiers()) && !isClose(type, method) && !isOfObject(method);
  }

  static boolean isClose(Class<?> type, Method method) {
    return method.getName().equals("close")
        && method.getParameterCount() == 0
        && AutoCloseable.class.isAssignableFrom(type);
  }

  private static boolean isOfObject(Method method) {
    try {
      return Modifier.isPublic(
          Object.class.getMethod(method.getName(), method.getParameterTypes()).getModifiers());
    } catch (NoSuchMethodException own) {
      return false;
    }
  }

  /** {@return the plan of a method that a proxy was called with, or null if it is none of the remote ones} */
  @Nullable MethodPlan find(Method method) {
    MethodPlan known = byMethod.get(method);
    return known != null ? known : findByTypes(method);
  }

  // Of a method that several parents declare, a proxy may show another parent's than getMethods() does.
  private @Nullable MethodPlan findByTypes(Method method) {
    for (Map.Entry<Method, MethodPlan> entry : byMethod.entrySet()) {
      Method own = entry.getKey();
      if (own.getName().equals(method.getName())
          && Arrays.equals(own.getParameterTypes(), method.getParameterTypes())) {
        return entry.getValue();
      }
    }
    return null;
  }

  List<String> signatures() {
    return methods.stream().map(method -> method.signature).toList();
  }

  /** {@return this plan and those of all interfaces that travel by reference from here, by their names} */
  Map<String, InterfacePlan> reachable() {
    Map<String, InterfacePlan> found = new LinkedHashMap<>();
    gather(found);
    return Collections.unmodifiableMap(found);
  }

  private void gather(Map<String, InterfacePlan> found) {
    if (found.size() >= MOST_REACHABLE) {
      throw new IllegalArgumentException(
          this + " leads to more than " + MOST_REACHABLE + " interfaces: a generic one may lead to itself without end");
    }
    InterfacePlan namesake = found.putIfAbsent(name, this);
    if (namesake != null && namesake != this) {
      throw new IllegalArgumentException(
          namesake.type.getName() + " and " + type.getName() + " are both called " + name);
    }
    if (namesake == null) {
      for (MethodPlan method : methods) {
        method.parameters.forEach(parameter -> gatherIn(parameter, found));
        gatherIn(method.result, found);
      }
    }
  }

  private static void gatherIn(Type type, Map<String, InterfacePlan> found) {
    if (travelsByReference(type)) {
      of(type).gather(found);
    }
  }

  /** {@return whether values of {@code type} travel by reference} */
  static boolean travelsByReference(Type type) {
    return (type instanceof Class<?> || type instanceof ParameterizedType)
        && raw(type).isAnnotationPresent(Remote.class);
  }

  @Override
  public String toString() {
    return type.getSimpleName();
  }
}
