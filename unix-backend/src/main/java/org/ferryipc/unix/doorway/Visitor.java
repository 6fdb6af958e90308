package org.ferryipc.unix.doorway;

import org.ferryipc.core.PeerIdentity;
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

  @Override
  public void close() {
    hello.close();
    connection.close();
  }
}
