package org.ferryipc.receiverset.router;

import java.util.List;

/**
 * What a router had left when it was stopped.
 *
 * @param handling routes whose handler still ran
 * @param routes all whose receivers the router still has, those of {@code handling} among them; each can be {@linkplain
 *     Route#remove removed} with its unread messages, until the router is closed
 */
public record Remainder(List<Route<?>> handling, List<Route<?>> routes) {
  /** Copies both. */
  public Remainder {
    handling = List.copyOf(handling);
    routes = List.copyOf(routes);
  }
}
