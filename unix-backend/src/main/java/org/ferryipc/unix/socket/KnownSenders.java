package org.ferryipc.unix.socket;

import java.util.concurrent.ConcurrentHashMap;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Sockets;
import org.jspecify.annotations.Nullable;

/**
 * The sending ends that this process holds and that have travelled, by the cookie of their socket, so that an end which
 * arrives again is counted onto the one that is here. A server that keeps the reply sender of ten thousand requests needs
 * one descriptor for it and not ten thousand.
 *
 * <p>The cookie that comes with an end is its sender's word, and serves only to find a candidate; the kernel's word decides
 * ({@code SO_COOKIE}, which no two sockets share while the system runs). A peer that lies costs itself descriptors, and keeps
 * nobody else's ends from being found: where two claim one cookie the kernel is asked, and only a true one stays. A candidate is
 * counted onto only while it has at least one reference, and from then on cannot be closed under us.
 *
 * <p>An end leaves the map when its number is closed. One that the program loses is closed by the cleanup net, which watches
 * the handle and not the port, so being in the map keeps nothing alive that it would not keep itself.
 */
final class KnownSenders {
  private static final ConcurrentHashMap<Long, SocketSender> BY_COOKIE = new ConcurrentHashMap<>();

  private KnownSenders() {}

  /** Adds a sender of which the kernel has said that this is its cookie. */
  static void add(long cookie, SocketSender sender) {
    BY_COOKIE.put(cookie, sender);
  }

  /**
   * Adds a sender with the cookie that a peer says it has.
   *
   * @return false if another is here under that cookie, and this one's is another
   */
  static boolean addClaimed(long claimed, SocketSender sender) {
    return BY_COOKIE.compute(
            claimed, (cookie, present) -> present == null || sender.hasCookie(cookie) ? sender : present)
        == sender;
  }

  static void remove(long cookie, SocketSender sender) {
    BY_COOKIE.remove(cookie, sender);
  }

  /**
   * {@return the sender here that is the same end as {@code number}, with one reference more; null if there is none}
   *
   * @param claimed the cookie that the peer says the end has
   */
  static @Nullable SocketSender sameAs(int number, long claimed) {
    SocketSender candidate = BY_COOKIE.get(claimed);
    // Looked at first and counted after: a reference that is counted in vain could not be given back without a trace.
    if (candidate == null || !isCookie(number, claimed) || !candidate.hasCookie(claimed) || !candidate.retain()) {
      return null;
    }
    return candidate;
  }

  private static boolean isCookie(int number, long claimed) {
    try {
      return Sockets.cookie(number) == claimed;
    } catch (KernelException notEvenASocket) {
      return false;
    }
  }
}
