package org.ferryipc.unix.lane;

/** What {@link ReceivingLane#look} found to be next. */
public enum Look {
  /** A record, which stays there until it is {@linkplain ReceivingLane#taken taken}. */
  RECORD,
  /** A frame, which must be in the socket: receive once. */
  FRAME_DUE,
  /** If there is a frame in the socket, that: receive once. */
  FRAME_IF_ANY,
  /** Nothing that is known of. To learn more, {@code poll} the socket and look again. */
  NOTHING
}
