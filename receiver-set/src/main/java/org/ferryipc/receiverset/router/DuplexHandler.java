package org.ferryipc.receiverset.router;

/**
 * What is done with each message of a two-way end, one after the other, in their order.
 *
 * @param <Out> what the end sends
 * @param <In> what it receives
 */
@FunctionalInterface
public interface DuplexHandler<Out, In> {
  /**
   * As {@link RouteHandler#handle}.
   *
   * @param route to answer by
   * @throws Exception as there
   */
  void handle(In message, DuplexRoute<Out, In> route) throws Exception;
}
