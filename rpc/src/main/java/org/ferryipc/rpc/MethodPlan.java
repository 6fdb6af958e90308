package org.ferryipc.rpc;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ferryipc.core.MessageType;
import org.jspecify.annotations.Nullable;

/** What is known of one method of an interface before it is called: everything that reflection would be asked for. */
final class MethodPlan {
  private static final MethodType SPREAD = MethodType.methodType(Object.class, Object.class, Object[].class);

  /** The interface and the method, for messages. */
  final String title;

  /** The method as both sides name it; see {@link #signatureOf}. */
  final String signature;

  final List<Type> parameters;

  /** What travels back; {@code void.class} if nothing does. */
  final Type result;

  /** Whether the caller gets a future at once. */
  final boolean async;

  final boolean oneWay;
  final boolean throwsIo;
  final boolean throwsInterrupted;
  private final MethodHandle target;

  MethodPlan(Class<?> type, Method method, TypeArguments arguments) {
    this.title = type.getSimpleName() + "." + method.getName();
    this.parameters = Stream.of(method.getGenericParameterTypes()).map(arguments::resolve).toList();
    Type returned = arguments.resolve(method.getGenericReturnType());
    this.async = method.getReturnType() == CompletableFuture.class || method.getReturnType() == CompletionStage.class;
    this.result = async ? inFuture(returned) : returned;
    this.oneWay = method.isAnnotationPresent(OneWay.class);
    this.throwsIo = declares(method, IOException.class);
    this.throwsInterrupted = declares(method, InterruptedException.class);
    this.signature = signatureOf(method.getName(), parameters, result);
    check();
    this.target = handle(method);
  }

  private MethodPlan(MethodPlan first, MethodPlan other) {
    this.title = first.title;
    this.parameters = first.parameters;
    this.result = first.result;
    this.async = first.async;
    this.oneWay = first.oneWay || other.oneWay;
    this.throwsIo = first.throwsIo && other.throwsIo;
    this.throwsInterrupted = first.throwsInterrupted && other.throwsInterrupted;
    this.signature = first.signature;
    this.target = first.target;
  }

  /**
   * {@return this method, where another parent of the interface declares it too}: it may throw what both allow
   *
   * @throws IllegalArgumentException if it is another method, whose types only have the names of this one's
   */
  MethodPlan ofBothParents(MethodPlan other) {
    if (!parameters.equals(other.parameters) || !result.equals(other.result)) {
      throw new IllegalArgumentException(
          this + ": two methods are called " + signature + "; a @MessageName must name one type only");
    }
    return new MethodPlan(this, other);
  }

  private void check() {
    if (oneWay && (async || result != void.class)) {
      throw new IllegalArgumentException(title + " is @OneWay and must be void");
    }
    if (Stream.concat(parameters.stream(), Stream.of(result)).anyMatch(TypeArguments::isOpen)) {
      throw new IllegalArgumentException(title + ": a type variable does not say what travels");
    }
  }

  private Type inFuture(Type returned) {
    if (returned instanceof ParameterizedType p) {
      Type inside = TypeArguments.bound(p.getActualTypeArguments()[0]);
      return inside == Void.class ? void.class : inside;
    }
    throw new IllegalArgumentException(title + ": a raw future does not say what it carries");
  }

  private static boolean declares(Method method, Class<?> exception) {
    return Stream.of(method.getExceptionTypes()).anyMatch(declared -> declared.isAssignableFrom(exception));
  }

  /**
   * {@return name, parameter types and result of a method}: what must be equal on both sides. Whether the caller waits,
   * gets a future or does not wait is the caller's business and no part of it.
   */
  private static String signatureOf(String name, List<Type> parameters, Type result) {
    return parameters.stream().map(MethodPlan::nameOf).collect(Collectors.joining(",", name + "(", ")"))
        + nameOf(result);
  }

  private static String nameOf(Type type) {
    return MessageType.of(type).name();
  }

  private static MethodHandle handle(Method method) {
    try {
      method.setAccessible(true);
      MethodHandle exact = MethodHandles.lookup().unreflect(method).asFixedArity();
      return exact.asSpreader(Object[].class, method.getParameterCount()).asType(SPREAD);
    } catch (IllegalAccessException | InaccessibleObjectException closed) {
      Class<?> type = method.getDeclaringClass();
      throw new IllegalArgumentException(
          "%s cannot be called: the module-info of %s must say `exports %s;` or `opens %s to org.ferryipc.rpc;`"
              .formatted(type.getName(), type.getModule().getName(), type.getPackageName(), type.getPackageName()),
          closed);
    }
  }

  /** {@return what the method of {@code object} returns} */
  @Nullable Object invoke(Object object, @Nullable Object[] arguments) throws Throwable {
    return target.invokeExact(object, arguments);
  }

  @Override
  public String toString() {
    return title;
  }
}
