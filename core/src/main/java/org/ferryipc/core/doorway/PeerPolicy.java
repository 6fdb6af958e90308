package org.ferryipc.core.doorway;

import java.util.Arrays;
import java.util.function.Predicate;
import org.ferryipc.core.PeerIdentity;

/**
 * Decides with whom this process talks, from what the kernel says of the other at the moment of connecting. Each side
 * asks its own.
 *
 * <p>A process or user that this process cannot name (it lives in another process or user namespace) has an empty {@link
 * PeerIdentity#pid} or {@link PeerIdentity#uid}; {@link #sameUser} and {@link #users} refuse it.
 *
 * <p>Called by a thread of Ferry's on the server's side, which serves only that name, and by the connecting thread on the
 * client's. Must be quick. What it throws counts as a refusal.
 */
@FunctionalInterface
public interface PeerPolicy {

  /**
   * {@return whether the peer may talk to this process}
   *
   * @param peer the other process
   * @param self this process
   */
  boolean admits(PeerIdentity peer, PeerIdentity self);

  /** {@return the default: whoever has the same effective user as this process} */
  static PeerPolicy sameUser() {
    return (peer, self) -> isKnown(peer) && peer.uid().equals(self.uid());
  }

  /** {@return whoever has one of the given effective users} */
  static PeerPolicy users(int... uids) {
    int[] allowed = uids.clone();
    return (peer, self) -> isKnown(peer) && Arrays.stream(allowed).anyMatch(uid -> uid == peer.uid().orElseThrow());
  }

  /** {@return everybody, also those of whom nothing is known} */
  static PeerPolicy anyUser() {
    return (peer, self) -> true;
  }

  /** {@return whomever {@code test} accepts}; it meets unknown peers too */
  static PeerPolicy of(Predicate<? super PeerIdentity> test) {
    return (peer, self) -> test.test(peer);
  }

  private static boolean isKnown(PeerIdentity peer) {
    return peer.pid().isPresent() && peer.uid().isPresent();
  }
}
