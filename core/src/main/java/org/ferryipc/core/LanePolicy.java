package org.ferryipc.core;

/**
 * Whether a sender may open a shared-memory lane beside its socket, and a receiver takes one. Lanes change speed and what is
 * in flight, never behaviour: a lane holds up to its size beyond what the socket's queue does. Each end decides for itself; the
 * default is {@link #AUTO}, and {@code -Dferry.lanes=NEVER} makes it another for a whole process.
 *
 * <p>A lane exists only while one process sends on the channel, for messages without handles that are not large; all others go
 * by the socket, in one order with it. The memory of all lanes of a process is bounded ({@code ferry.lanes.bytes}, 64 MiB);
 * beyond it channels go on without.
 *
 * <p>While there is a lane, the death of a receiver that did not close is noticed within about a millisecond, and not always
 * at the very next send.
 */
public enum LanePolicy {
  /**
   * When it pays: after some hundred messages in a short time that can go by it. The default. A channel with fewer is its socket
   * and nothing else; so is one whose process has no memory or descriptor for a lane, or is not allowed to make one, and nobody
   * hears of that. A lane that its sender does not use for half a minute is given back.
   */
  AUTO,
  /** As soon as it can: with the first message. */
  ALWAYS,
  /**
   * Not at all: a sender opens none, and a receiver refuses what it is offered, which no sender notices but by its speed. For a
   * process that counts each page, or that must hear of its receiver's death with the very next send.
   */
  NEVER
}
