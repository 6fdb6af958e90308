package org.ferryipc.core;

/**
 * Whether a sender may open a shared-memory lane beside its socket, and a receiver takes one. Lanes change speed and what is
 * in flight, never behaviour: a lane holds up to its size beyond what the socket's queue does.
 *
 * <p>A lane exists only while one process sends on the channel, for messages without handles that are not large; all others go
 * by the socket, in one order with it. The memory of all lanes of a process is bounded ({@code ferry.lanes.bytes}, 64 MiB);
 * beyond it channels go on without.
 *
 * <p>While there is a lane, the death of a receiver that did not close is noticed within about a millisecond, and not always
 * at the very next send.
 */
public enum LanePolicy {
  /** When it pays: after a few dozen messages in a short time. What calls by {@code rpc} ask for. */
  AUTO,
  /** As soon as it can: with the first message. */
  ALWAYS,
  /**
   * Not at all: a sender opens none, and a receiver refuses what it is offered, which no sender notices but by its speed. The
   * default.
   */
  NEVER
}
