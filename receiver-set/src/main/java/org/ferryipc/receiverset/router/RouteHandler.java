package org.ferryipc.receiverset.router;

/**
 * What is done with each message of a route, one after the other, in their order.
 *
 * @param <T> what the messages are
 */
@FunctionalInterface
public interface RouteHandler<T> {
  /**
   * Handles one message; its handles are the handler's.
   *
   * <p>It may block: that stops this route alone, and then its senders. It may use its {@link Router} and its {@link
   * Route#current() route} in every way.
   *
   * @throws Exception or an {@link Error}: the message's handles are closed which were not moved, converted or closed, the
   *     router's {@link RouteReporter} is told, and the route goes on
   */
  void handle(T message) throws Exception;
}
