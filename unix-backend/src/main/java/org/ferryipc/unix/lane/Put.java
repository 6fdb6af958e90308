package org.ferryipc.unix.lane;

/** What {@link SendingLane#put} did. */
public enum Put {
  /** The message is on its way. */
  PUT,
  /**
   * The message is on its way, and its receiver may be asleep: a bell must be rung now. {@code EAGAIN} from it is as good as
   * success, and so is a receiver that is gone; after {@code ENOBUFS} or {@code ENOMEM} it must be rung again, before this
   * end can leave the process.
   */
  RING,
  /** Nothing was done, and the message goes by the socket: there is no room, or the receiver has not taken the lane yet. */
  FULL,
  /** Nothing was done, and the message goes by the socket, as all messages of this length do. */
  LARGE,
  /** Nothing was done: the lane has ended and is unmapped. The message goes by the socket, unstamped. */
  OVER
}
