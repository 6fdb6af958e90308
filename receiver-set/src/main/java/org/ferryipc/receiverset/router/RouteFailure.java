package org.ferryipc.receiverset.router;

import java.util.Objects;

/** Something that went wrong on a route, and cost it one message at most. */
public sealed interface RouteFailure {

  /**
   * A message was not received or did not decode; its handles are closed. The route goes on, unless the error is a {@link
   * org.ferryipc.core.failure.MalformedMessageException} or {@link org.ferryipc.core.failure.TransportException}: then the
   * channel has ended, and so does the route.
   *
   * @param error an {@link org.ferryipc.core.failure.IpcException}, or what a class threw that the message is made of
   */
  record Lost(Throwable error) implements RouteFailure {
    /** Checks that it is not null. */
    public Lost {
      Objects.requireNonNull(error);
    }
  }

  /**
   * The handler threw; handles of its message that it had not moved, converted or closed are closed.
   *
   * @param thrown what
   */
  record Thrown(Throwable thrown) implements RouteFailure {
    /** Checks that it is not null. */
    public Thrown {
      Objects.requireNonNull(thrown);
    }
  }

  /** {@link Router#close} had waited for the handler as long as it may, and interrupted it. */
  record LeftRunning() implements RouteFailure {}
}
