package org.ferryipc.rpc;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Runs default methods on proxies. The JDK does so only where this package could call the interface; most interfaces are
 * hidden in a package or a class of the program's.
 */
final class DefaultMethods {
  private static final MethodType SPREAD = MethodType.methodType(Object.class, Object.class, Object[].class);
  private static final @Nullable Object[] NONE = {};

  private static final ClassValue<ConcurrentHashMap<Method, MethodHandle>> HIDDEN =
      new ClassValue<>() {
        @Override
        protected ConcurrentHashMap<Method, MethodHandle> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>(1);
        }
      };

  private DefaultMethods() {}

  /** {@return what {@code method} returns} */
  static @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] given) throws Throwable {
    MethodHandle hidden = HIDDEN.get(method.getDeclaringClass()).get(method);
    if (hidden == null) {
      if (isVisible(method.getDeclaringClass())) {
        return InvocationHandler.invokeDefault(proxy, method, given);
      }
      hidden = fromInside(method);
    }
    @Nullable Object[] arguments = given == null ? NONE : given;
    return hidden.invokeExact(proxy, arguments);
  }

  private static boolean isVisible(Class<?> type) {
    try {
      Class<?> unused = MethodHandles.lookup().accessClass(type);
      return true;
    } catch (IllegalAccessException hidden) {
      return false;
    }
  }

  // Where its methods can be called from here at all (MethodPlan asks for that), its package is open to this one.
  private static MethodHandle fromInside(Method method) throws IllegalAccessException {
    Class<?> type = method.getDeclaringClass();
    MethodHandle made =
        MethodHandles.privateLookupIn(type, MethodHandles.lookup())
            .unreflectSpecial(method, type)
            .asFixedArity()
            .asSpreader(Object[].class, method.getParameterCount())
            .asType(SPREAD);
    HIDDEN.get(type).put(method, made);
    return made;
  }
}
