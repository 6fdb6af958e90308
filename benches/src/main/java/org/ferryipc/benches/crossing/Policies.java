package org.ferryipc.benches.crossing;

import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.LanePolicy;

/** The options of channels here, by what a parameter says. */
final class Policies {
  private Policies() {}

  /** {@return those for {@code on}, {@code off}, or {@code auto}} */
  static ChannelOptions of(String lanes) {
    return ChannelOptions.defaults()
        .withLanes(
            switch (lanes) {
              case "on" -> LanePolicy.ALWAYS;
              case "off" -> LanePolicy.NEVER;
              default -> LanePolicy.AUTO;
            });
  }
}
