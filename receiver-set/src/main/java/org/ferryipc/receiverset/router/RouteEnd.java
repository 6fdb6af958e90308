package org.ferryipc.receiverset.router;

import java.util.Objects;
import org.ferryipc.core.CloseReason;

/** Why a route has no more messages. */
public sealed interface RouteEnd {

  /**
   * The channel has ended.
   *
   * @param reason why, as far as known
   */
  record ChannelEnded(CloseReason reason) implements RouteEnd {
    /** Checks that it is not null. */
    public ChannelEnded {
      Objects.requireNonNull(reason);
    }
  }

  /** The one message of {@link Router#routeOnce} was handled. */
  record Done() implements RouteEnd {}

  /** {@link Route#remove} gave the receiver out. */
  record Removed() implements RouteEnd {}

  /** {@link Route#close} or {@link Router#close} closed the receiver, or {@link Router#stop} stopped the route. */
  record Closed() implements RouteEnd {}
}
