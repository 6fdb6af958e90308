package org.ferryipc.rpc;

import java.time.Duration;
import java.util.function.Function;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.IpcTimeoutException;
import org.ferryipc.core.failure.RefusedException;
import org.ferryipc.core.transport.Deadline;

/**
 * Calls through Java interfaces.
 *
 * <p>Any interface will do whose parameters and results can be messages ({@code docs/codecs.md}) or are interfaces with
 * {@link Remote}. What its methods return decides how they are called: a value (the caller waits), a {@link
 * java.util.concurrent.CompletableFuture} of one, or nothing, with {@link OneWay} if the caller shall not even wait for
 * the end. Handles in arguments and results move. Default methods run where they are called, and so do those of {@link
 * Object}; {@code close()} of an {@link AutoCloseable} interface lets the object go.
 */
public final class Rpc {
  /** How many objects one side of a connection may have exported at a time, the first not counted. */
  public static final int EXPORTS = 256;

  private Rpc() {}

  /**
   * {@return {@code type}, to be served}
   *
   * @param implementation makes an implementation for each connection. If it is {@link AutoCloseable}, it is closed
   *     when the connection has ended and its last call too
   * @throws IllegalArgumentException if {@code type} is no interface whose methods can be called from afar; the text
   *     says why
   */
  public static <S> RpcServing<S> serve(Class<S> type, Function<? super RpcCaller, ? extends S> implementation) {
    InterfacePlan plan = InterfacePlan.of(type);
    Forms.check(plan, RpcOptions.defaults().doorway().channel());
    return new RpcServing<>(plan, implementation, RpcOptions.defaults());
  }

  /**
   * {@return a proxy of what is served at {@code name}}; closing it ends the connection
   *
   * @throws RefusedException if nobody listens there, either side refuses the other, or another interface is served
   *     there
   * @throws IpcTimeoutException if the default time limit has passed
   * @throws IpcException if the system refuses
   * @throws InterruptedException if the thread is interrupted meanwhile
   * @throws IllegalArgumentException as {@link #serve}
   */
  public static <S> S connect(String name, Class<S> type) throws IpcException, InterruptedException {
    return connect(name, type, RpcOptions.defaults());
  }

  /**
   * As {@link #connect(String, Class)}, with other options; their time limit bounds this call too.
   *
   * @throws IpcException as there
   * @throws InterruptedException as there
   */
  public static <S> S connect(String name, Class<S> type, RpcOptions options)
      throws IpcException, InterruptedException {
    InterfacePlan plan = InterfacePlan.of(type);
    Forms.check(plan, options.doorway().channel());
    Deadline deadline = Deadline.after(options.timeLimit());
    MessageType<RpcMessage> calls = MessageType.of(RpcMessage.class);
    Duplex<RpcMessage, RpcMessage> end = Ferry.connect(name, calls, calls, doorway(options), options.timeLimit());
    Connection connection = new Connection(end, options);
    boolean connected = false;
    try {
      connection.start(null, plan.reachable());
      if (!connection.calling().awaitHello(deadline)) {
        throw new IpcTimeoutException("waiting for the server at " + name, options.timeLimit());
      }
      refuseUnlessServed(connection, plan, name);
      connected = true;
    } finally {
      if (!connected) {
        connection.close();
      }
    }
    return type.cast(RemoteObject.owning(connection, plan).proxy());
  }

  private static void refuseUnlessServed(Connection connection, InterfacePlan plan, String name)
      throws RefusedException {
    Ending ending = connection.ending();
    if (connection.hello() == null && ending != null) {
      throw new RefusedException("the server at " + name + " ended the connection: " + ending.text());
    }
    String mismatch = connection.calling().mismatch(plan);
    if (mismatch != null) {
      throw new RefusedException(name + ": " + mismatch);
    }
  }

  /**
   * {@return a connection over an existing two-way end}, which is moved into it; this side serves nothing
   *
   * @param end of a channel that nobody has sent anything on; its message types do not matter
   * @throws org.ferryipc.core.failure.HandleStateException if it is moved, closed or in use
   */
  public static RpcConnection over(Duplex<?, ?> end) {
    return over(end, RpcOptions.defaults());
  }

  /** As {@link #over(Duplex)}, with other options. */
  public static RpcConnection over(Duplex<?, ?> end, RpcOptions options) {
    Connection connection = new Connection(end, options);
    connection.start(null, java.util.Map.of());
    return new RpcConnection(connection);
  }

  /**
   * {@return a view of a proxy whose calls have another time limit}; closing it closes the proxy
   *
   * @param limit positive; {@link RpcOptions#UNLIMITED} for none
   * @throws IllegalArgumentException if {@code proxy} is no proxy of this class's, or {@code limit} is not positive
   */
  @SuppressWarnings("unchecked") // a proxy of the same interface
  public static <S> S within(Duration limit, S proxy) {
    if (limit.isNegative() || limit.isZero()) {
      throw new IllegalArgumentException("limit is " + limit + ", must be positive");
    }
    return (S) remote(proxy).within(limit);
  }

  /**
   * Lets the object behind a proxy go, as {@code close()} of an {@link AutoCloseable} interface does. Idempotent.
   *
   * @throws IllegalArgumentException if {@code proxy} is no proxy of this class's
   */
  public static void release(Object proxy) {
    remote(proxy).release();
  }

  /**
   * {@return the connection of a proxy}
   *
   * @throws IllegalArgumentException if {@code proxy} is no proxy of this class's
   */
  public static RpcConnection connectionOf(Object proxy) {
    return new RpcConnection(remote(proxy).connection());
  }

  private static RemoteObject remote(Object proxy) {
    RemoteObject remote = RemoteObject.of(proxy);
    if (remote == null) {
      throw new IllegalArgumentException(proxy.getClass().getName() + " is no proxy of a remote object");
    }
    return remote;
  }

  static DoorwayOptions doorway(RpcOptions options) {
    var channel = options.doorway().channel();
    return options.doorway().withChannel(channel.withCodec(FrameCodec.unconnected(channel.codec())));
  }
}
