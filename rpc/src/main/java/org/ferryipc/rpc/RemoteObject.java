package org.ferryipc.rpc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.ownership.CleanupNet;
import org.ferryipc.core.ownership.Tether;
import org.jspecify.annotations.Nullable;

/** What stands behind a proxy: which object of which connection, and whether this reference to it is still held. */
final class RemoteObject implements InvocationHandler {
  private final InterfacePlan plan;
  private final Reference reference;
  private final Duration limit;

  // The last call's, since most are of the same method and to compare methods takes long. Racy: an immutable pair.
  private @Nullable Found found;

  private record Found(Method method, MethodPlan plan) {}

  // Never read: reachable from the proxy, so that the net sees one that the program has lost. Views have that of the
  // proxy.
  @SuppressWarnings("unused")
  private final Tether tether;

  /**
   * One reference to an object of the other side. Must not reach its proxy.
   *
   * @param connection over which it came
   * @param id of the object
   * @param owner what its release does
   * @param let whether it was let go
   */
  private record Reference(Connection connection, long id, Owner owner, AtomicBoolean let) {
    /** {@return whether this call was the one that let it go} */
    boolean letGo() {
      if (!let.compareAndSet(false, true)) {
        return false;
      }
      switch (owner) {
        case ONE_REFERENCE -> connection.wire().post(new Frame.Release(id));
        case CONNECTION -> connection.close();
        case NOBODY -> {}
      }
      return true;
    }
  }

  /** What a proxy owns. */
  private enum Owner {
    /** One reference to an exported object. */
    ONE_REFERENCE,
    /** The connection: it was made for this proxy. */
    CONNECTION,
    /** Nothing: the connection is somebody else's. */
    NOBODY
  }

  private RemoteObject(InterfacePlan plan, Reference reference, Duration limit, Tether tether) {
    this.plan = plan;
    this.reference = reference;
    this.limit = limit;
    this.tether = tether;
  }

  private static RemoteObject watched(InterfacePlan plan, Connection connection, long id, Owner owner) {
    Reference reference = new Reference(connection, id, owner, new AtomicBoolean());
    String what = "proxy of " + plan.type.getName();
    Tether tether = CleanupNet.watch(() -> owner != Owner.NOBODY && !connection.isOver() && reference.letGo(), what);
    return new RemoteObject(plan, reference, connection.options().timeLimit(), tether);
  }

  /** {@return a reference that has arrived} */
  static RemoteObject received(Connection connection, long id, InterfacePlan plan) {
    return watched(plan, connection, id, Owner.ONE_REFERENCE);
  }

  /** {@return the other side's first object}, whose release ends the connection */
  static RemoteObject owning(Connection connection, InterfacePlan plan) {
    return watched(plan, connection, Exports.ROOT, Owner.CONNECTION);
  }

  /** {@return the other side's first object} */
  static RemoteObject root(Connection connection, InterfacePlan plan) {
    return watched(plan, connection, Exports.ROOT, Owner.NOBODY);
  }

  /** {@return what stands behind {@code value}, or null if it is no proxy of ours} */
  static @Nullable RemoteObject of(Object value) {
    return Proxy.isProxyClass(value.getClass()) && Proxy.getInvocationHandler(value) instanceof RemoteObject remote
        ? remote
        : null;
  }

  boolean belongsTo(Connection other) {
    return reference.connection == other;
  }

  Connection connection() {
    return reference.connection;
  }

  /** {@return the number of the object}, for a proxy that travels home */
  long idInUse() {
    refuseIfLetGo();
    return reference.id;
  }

  /** {@return a new proxy} */
  Object proxy() {
    Class<?> type = plan.type;
    Class<?>[] interfaces =
        plan.hasClose ? new Class<?>[] {type} : new Class<?>[] {type, AutoCloseable.class};
    return Proxy.newProxyInstance(type.getClassLoader(), interfaces, this);
  }

  /** {@return a proxy of the same reference with another time limit} */
  Object within(Duration other) {
    return new RemoteObject(plan, reference, other, tether).proxy();
  }

  void release() {
    boolean unused = reference.letGo();
  }

  private void refuseIfLetGo() {
    if (reference.let.get()) {
      throw new HandleClosedException(toString());
    }
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] given) throws Throwable {
    Found last = found;
    MethodPlan remote = last != null && last.method == method ? last.plan : find(method);
    if (remote != null) {
      refuseIfLetGo();
      return call(remote, given == null ? new @Nullable Object[0] : given);
    }
    if (method.getName().equals("close") && method.getParameterCount() == 0) {
      release();
      return null;
    }
    if (method.isDefault()) {
      return DefaultMethods.invoke(proxy, method, given);
    }
    return ofObject(method, given);
  }

  private @Nullable MethodPlan find(Method method) {
    MethodPlan remote = plan.find(method);
    if (remote != null) {
      found = new Found(method, remote);
    }
    return remote;
  }

  // While the call is under way the proxy is not lost, whoever holds it.
  private @Nullable Object call(MethodPlan remote, @Nullable Object[] arguments) throws Throwable {
    try {
      Object result = reference.connection.calling().call(reference.id, plan, remote, arguments, limit);
      if (result instanceof CallFuture future) {
        future.keep(tether);
      }
      return result;
    } finally {
      java.lang.ref.Reference.reachabilityFence(this);
    }
  }

  private Object ofObject(Method method, Object @Nullable [] given) {
    return switch (method.getName()) {
      case "equals" -> given != null && isSame(given[0]);
      case "hashCode" -> System.identityHashCode(reference.connection) * 31 + Long.hashCode(reference.id);
      default -> toString();
    };
  }

  private boolean isSame(@Nullable Object other) {
    RemoteObject that = other == null ? null : of(other);
    return that != null
        && that.reference.connection == reference.connection
        && that.reference.id == reference.id
        && that.plan == plan;
  }

  @Override
  public String toString() {
    return plan + "[object " + reference.id + " of " + reference.connection + "]";
  }
}
