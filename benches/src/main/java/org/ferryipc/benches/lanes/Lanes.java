package org.ferryipc.benches.lanes;

import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.LanePolicy;

/** Whether the channels of a benchmark have lanes: the words of its parameter, and the options that they stand for. */
public final class Lanes {
  /** Never. */
  public static final String OFF = "off";

  /** From the first message on. */
  public static final String ON = "on";

  /** When a channel is busy enough. */
  public static final String AUTO = "auto";

  /** A channel that is a socket and nothing else. */
  public static final ChannelOptions SOCKET = ChannelOptions.defaults().withLanes(LanePolicy.NEVER);

  /** A channel whose messages without handles go by a lane from the first on. */
  public static final ChannelOptions LANE = ChannelOptions.defaults().withLanes(LanePolicy.ALWAYS);

  private static final ChannelOptions WHEN_BUSY = ChannelOptions.defaults().withLanes(LanePolicy.AUTO);

  private Lanes() {}

  /** {@return the options for {@value #OFF}, {@value #ON} or {@value #AUTO}} */
  public static ChannelOptions of(String word) {
    return switch (word) {
      case OFF -> SOCKET;
      case ON -> LANE;
      case AUTO -> WHEN_BUSY;
      default -> throw new IllegalArgumentException("no policy of lanes is called " + word);
    };
  }

  /** {@return {@value #ON} or {@value #OFF}} */
  public static String word(boolean on) {
    return on ? ON : OFF;
  }
}
