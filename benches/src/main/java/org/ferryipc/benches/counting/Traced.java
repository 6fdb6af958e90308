package org.ferryipc.benches.counting;

import java.lang.annotation.Annotation;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The process that is traced: runs a benchmark method, and marks in the trace where the part begins and ends that counts. Its
 * arguments: the class, the method, and each parameter as {@code name=value}.
 */
public final class Traced {
  /** The descriptor, which cannot be one, that is closed before the part that counts. */
  static final int BEGIN = -1_000_001;

  /** The one that is closed after it. */
  static final int END = -1_000_002;

  /** How many invocations count. */
  static final int INVOCATIONS = 200;

  // Until everything is made that is made once; what the compiler does is not counted.
  private static final int BEFORE = 100;

  private Traced() {}

  /** Runs. */
  public static void main(String[] arguments) throws Throwable {
    Class<?> owner = Class.forName(arguments[0]);
    Object state = owner.getConstructor().newInstance();
    for (int i = 2; i < arguments.length; i++) {
      int split = arguments[i].indexOf('=');
      Field field = owner.getField(arguments[i].substring(0, split));
      String value = arguments[i].substring(split + 1);
      field.set(state, field.getType() == int.class ? Integer.valueOf(value) : value);
    }
    Method measured = owner.getMethod(arguments[1]);
    MethodHandle close =
        Linker.nativeLinker()
            .downcallHandle(
                Linker.nativeLinker().defaultLookup().findOrThrow("close"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    call(state, Setup.class);
    try {
      invoke(measured, state, BEFORE);
      int unused = (int) close.invokeExact(BEGIN);
      invoke(measured, state, INVOCATIONS);
      int unusedToo = (int) close.invokeExact(END);
    } finally {
      call(state, TearDown.class);
    }
    System.exit(0); // whatever threads a peer may have left
  }

  /** {@return how many operations count} */
  static int operations(Class<?> owner, String method) {
    try {
      OperationsPerInvocation each = owner.getMethod(method).getAnnotation(OperationsPerInvocation.class);
      return INVOCATIONS * (each == null ? 1 : each.value());
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static void invoke(Method method, Object state, int times) throws ReflectiveOperationException {
    for (int i = 0; i < times; i++) {
      Object unused = method.invoke(state);
    }
  }

  private static void call(Object state, Class<? extends Annotation> annotation) throws Throwable {
    for (Method method : state.getClass().getMethods()) {
      if (method.isAnnotationPresent(annotation)) {
        try {
          Object unused = method.invoke(state);
        } catch (InvocationTargetException e) {
          throw e.getCause();
        }
      }
    }
  }
}
