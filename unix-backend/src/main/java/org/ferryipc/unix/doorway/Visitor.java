package org.ferryipc.unix.doorway;

import org.ferryipc.core.PeerIdentity;
import org.ferryipc.core.failure.RefusedException;
import org.ferryipc.core.transport.Deadline;

/**
 * A client that has connected and has not said all it must.
 *
 * @param connection owned by this object
 * @param peer who it is
 * @param hello what it has said so far
 * @param deadline when it is sent away
 */
record Visitor(Connection connection, PeerIdentity peer, HelloReader hello, Deadline deadline)
    implements AutoCloseable {

  /** Tells it why it is sent away, if it still listens. */
  void refuse(String reason) {
    connection.send(HelloFormat.refused(reason)); // whether that arrives is its own affair
  }

  /** Tells it why it is sent away, and that it may come again. */
  void sendAway(String reason) {
    connection.send(HelloFormat.late(reason));
  }

  /** Tells it what it named and the server named otherwise. */
  void refuse(RefusedException.Mismatch mismatch) {
    connection.send(HelloFormat.refused(mismatch));
  }

  @Override
  public void close() {
    hello.close();
    connection.close();
  }
}
