package org.ferryipc.core.transport;

import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.PeerIdentity;

/** One end of a two-way channel: one socket used both ways. */
public interface DuplexPort extends SendPort, ReceivePort {

  @Override
  default void prefer(ChannelOptions options) {}

  /** {@return what is known of the process at the other end, if the doorway or a child's start told it} */
  PeerIdentity peer();
}
