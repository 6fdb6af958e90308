package org.ferryipc.rpc;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.PeerIdentity;

/**
 * One connection that calls travel on. Both sides are alike: each may serve one object from the beginning and call that
 * of the other. Any thread may use it.
 */
public final class RpcConnection implements AutoCloseable {
  final Connection connection;

  RpcConnection(Connection connection) {
    this.connection = connection;
  }

  /**
   * {@return a proxy of what the other side serves}; its first call waits until the other side has said hello. Closing
   * it does not close the connection. Waits for room in the channel, if the interface has references that this
   * connection has not announced yet
   *
   * @throws RpcException.TimedOut if there was no room within the default time limit
   * @throws RpcException.NotDelivered if the system does not let the announcement out
   * @throws IllegalArgumentException if {@code type} is no interface whose methods can be called from afar; the text
   *     says why
   */
  public <S> S remote(Class<S> type) {
    InterfacePlan plan = InterfacePlan.of(type);
    Forms.check(plan, connection.options().doorway().channel());
    connection.announcements().announce(plan);
    return type.cast(RemoteObject.root(connection, plan).proxy());
  }

  /** {@return what is known of the process at the other end} */
  public PeerIdentity peer() {
    return connection.peer();
  }

  /** {@return whether the connection has not ended} */
  public boolean isOpen() {
    return !connection.isOver();
  }

  /**
   * {@return completed with the reason when the connection has ended, its last call too, and what was exported is let
   * go}
   */
  public CompletionStage<CloseReason> ended() {
    return connection.ended().minimalCompletionStage();
  }

  /**
   * Waits for {@link #ended}: for ever, if a call of this connection does so.
   *
   * @throws InterruptedException if the thread is interrupted meanwhile
   */
  public void await() throws InterruptedException {
    try {
      var unused = connection.ended().get();
    } catch (java.util.concurrent.ExecutionException never) {
      throw new AssertionError(never);
    }
  }

  /**
   * Ends the connection in order: refuses new calls of the other side and says why, lets running ones end, and cancels
   * after {@code limit} what still runs. Calls that the other side makes on behalf of running ones of this side are
   * taken until then. A call of this connection may do that too: it does not wait for itself.
   *
   * @param reason what the other side is told, at most {@link CloseReason.Closed#MAX_TEXT} characters; longer is cut
   * @throws InterruptedException if the thread is interrupted meanwhile; the connection is closed
   */
  public void shutdown(Duration limit, String reason) throws InterruptedException {
    connection.shutdown(limit, reason);
  }

  /** Closes the connection at once: calls of either side fail, what runs is cancelled. Idempotent; does not wait. */
  @Override
  public void close() {
    connection.close();
  }

  /** {@return the number of the connection and the other process} */
  @Override
  public String toString() {
    return connection.toString();
  }
}
