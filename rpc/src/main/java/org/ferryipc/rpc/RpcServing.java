package org.ferryipc.rpc;

import java.util.Objects;
import java.util.function.Function;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.doorway.IpcListener;
import org.ferryipc.core.failure.IpcException;

/** An interface and who implements it, on the way to being served. A value: it can be served in many places. */
public final class RpcServing<S> {
  private static final MessageType<RpcMessage> CALLS = MessageType.of(RpcMessage.class);

  private final InterfacePlan plan;
  private final Function<? super RpcCaller, ? extends S> implementation;
  private final RpcOptions options;

  RpcServing(InterfacePlan plan, Function<? super RpcCaller, ? extends S> implementation, RpcOptions options) {
    this.plan = plan;
    this.implementation = implementation;
    this.options = options;
  }

  /**
   * {@return the same with other options}
   *
   * @throws IllegalArgumentException if the codec of {@code other} cannot write the values of the interface
   */
  public RpcServing<S> with(RpcOptions other) {
    Forms.check(plan, other.doorway().channel());
    return new RpcServing<>(plan, implementation, other);
  }

  /**
   * {@return a server at a name}
   *
   * @param name see {@link org.ferryipc.core.doorway}
   * @throws IpcException as {@link IpcListener#open(String, Class, Class)}
   */
  public RpcServer at(String name) throws IpcException {
    return new RpcServer(
        IpcListener.open(name, CALLS, CALLS, Rpc.doorway(options)), plan, implementation, options);
  }

  /**
   * {@return a server at a name of its own making}
   *
   * @throws IpcException as {@link IpcListener#open(Class, Class)}
   */
  public RpcServer open() throws IpcException {
    return new RpcServer(IpcListener.open(CALLS, CALLS, Rpc.doorway(options)), plan, implementation, options);
  }

  /**
   * {@return a connection over an existing two-way end}, which is moved into it. The implementation is made before this
   * returns; what the making throws, this throws, and the end is closed
   *
   * @param end of a channel that nobody has sent anything on; its message types do not matter
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public RpcConnection over(Duplex<?, ?> end) {
    Connection connection = new Connection(end, options);
    RpcConnection made = new RpcConnection(connection);
    boolean begun = false;
    try {
      begin(plan, implementation, connection, made);
      begun = true;
    } finally {
      if (!begun) {
        connection.close();
      }
    }
    return made;
  }

  static <S> void begin(
      InterfacePlan plan,
      Function<? super RpcCaller, ? extends S> implementation,
      Connection connection,
      RpcConnection made) {
    S root = implementation.apply(new RpcCaller(connection.peer(), made));
    connection.serve(Objects.requireNonNull(root, "an implementation is never null"), plan);
  }
}
