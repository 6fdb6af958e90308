package org.ferryipc.core;

import org.ferryipc.core.codec.Codec;

/**
 * How a channel end behaves. A value: {@code withX} gives a changed copy. Each side has its own; only the codec must be
 * the same on both.
 *
 * <p>Options do not travel. An end that arrives in a message has those of the channel that it came through: its codec, its
 * limits. Where its own channel was made with others, a holder says so by {@code withOptions} of the end before the first
 * use; else a typed message is encoded by a codec that the other side does not read, or refused by a limit that was raised.
 *
 * @param limits what one message may cost
 * @param lanes whether a shared-memory lane may be used
 * @param codec how typed messages become bytes
 * @param reach whether the channel can leave this process
 * @param waiting how a platform thread waits for a message
 */
public record ChannelOptions(Limits limits, LanePolicy lanes, Codec codec, Reach reach, WaitStrategy waiting) {

  /**
   * {@return the defaults: {@link Limits#DEFAULT}, {@link LanePolicy#AUTO} or what {@code -Dferry.lanes} names, Smile, {@link
   * Reach#MACHINE}, {@link WaitStrategy#ADAPTIVE}}
   */
  public static ChannelOptions defaults() {
    return Defaults.VALUE;
  }

  /** {@return these options with other limits} */
  public ChannelOptions withLimits(Limits other) {
    return new ChannelOptions(other, lanes, codec, reach, waiting);
  }

  /** {@return these options with another lane policy} */
  public ChannelOptions withLanes(LanePolicy other) {
    return new ChannelOptions(limits, other, codec, reach, waiting);
  }

  /** {@return these options with another codec} */
  public ChannelOptions withCodec(Codec other) {
    return new ChannelOptions(limits, lanes, other, reach, waiting);
  }

  /** {@return these options with another reach} */
  public ChannelOptions withReach(Reach other) {
    return new ChannelOptions(limits, lanes, codec, other, waiting);
  }

  /** {@return these options with another way of waiting} */
  public ChannelOptions withWaiting(WaitStrategy other) {
    return new ChannelOptions(limits, lanes, codec, reach, other);
  }

  // Apart, because making the default codec loads Jackson: a bytes-only program with its own options never does.
  private static final class Defaults {
    static final ChannelOptions VALUE =
        new ChannelOptions(
            Limits.DEFAULT,
            LanePolicy.valueOf(System.getProperty("ferry.lanes", "AUTO")),
            Codec.smile(),
            Reach.MACHINE,
            WaitStrategy.ADAPTIVE);
  }
}
