package org.ferryipc.core.transport;

/** The kinds of handle that a message can carry. The code stands in the handle table on the wire. */
public enum HandleKind {
  /** A file descriptor of any sort: {@link org.ferryipc.core.OwnedFd}. */
  DESCRIPTOR(1),
  /** The sending end of a channel; typed, bytes and opaque ends are the same thing on the wire. */
  SENDER(2),
  /** The receiving end of a channel. */
  RECEIVER(3),
  /** One end of a two-way channel. */
  DUPLEX(4),
  /** Shared memory. */
  MEMORY(5);

  private final int code;

  HandleKind(int code) {
    this.code = code;
  }

  /** {@return the number on the wire, 1 to 255} */
  public int code() {
    return code;
  }
}
