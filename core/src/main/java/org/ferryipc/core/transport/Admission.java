package org.ferryipc.core.transport;

import org.ferryipc.core.PeerIdentity;

/** What waiting at a {@link Gate} came to. */
public sealed interface Admission<P extends Resource> {

  /**
   * A client was let in.
   *
   * @param port this side's end; the caller owns it
   * @param peer who it is
   */
  record Guest<P extends Resource>(P port, PeerIdentity peer) implements Admission<P> {}

  /** The deadline passed first. */
  record TooLate<P extends Resource>() implements Admission<P> {}

  /** The gate has ended and everybody it let in was handed out. */
  record Over<P extends Resource>() implements Admission<P> {}
}
