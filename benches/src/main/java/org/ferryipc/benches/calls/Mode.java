package org.ferryipc.benches.calls;

import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.rpc.Execution;
import org.ferryipc.rpc.RpcOptions;

/** How calls travel and run, by words that both processes are told. */
final class Mode {
  static final String ORDERED = "ordered";
  static final String CONCURRENT = "concurrent";

  private Mode() {}

  /**
   * {@return the options of both sides}
   *
   * @param lanes {@code on} or {@code off}
   * @param execution {@value #ORDERED} or {@value #CONCURRENT}
   */
  static RpcOptions of(String lanes, String execution) {
    return RpcOptions.defaults()
        .withChannel(channel(lanes))
        .withExecution(execution.equals(ORDERED) ? Execution.ordered() : Execution.virtualThreads());
  }

  /** {@return the options of the channel that calls travel on} */
  static ChannelOptions channel(String lanes) {
    return Lanes.of(lanes);
  }
}
