package org.ferryipc.core;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Who sits at the other end, as the kernel told it when the connection was made; empty where the kernel does not know.
 *
 * @param pid the process id
 * @param uid the effective user id
 * @param gid the effective group id
 */
public record PeerIdentity(OptionalLong pid, OptionalInt uid, OptionalInt gid) {
  /** Nobody is known: both ends were made in this process, or the end came in a message. */
  public static final PeerIdentity UNKNOWN =
      new PeerIdentity(OptionalLong.empty(), OptionalInt.empty(), OptionalInt.empty());
}
