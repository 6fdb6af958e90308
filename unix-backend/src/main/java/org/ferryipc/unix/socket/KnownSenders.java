package org.ferryipc.unix.socket;

import java.lang.ref.WeakReference;
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
 * ({@code SO_COOKIE}, which no two sockets share while the system runs). A peer that lies costs itself descriptors. A
 * candidate is counted onto only while it has at least one reference, and from then on cannot be closed under us.
 */
final class KnownSenders {
  private static final ConcurrentHashMap<Long, WeakReference<SocketSender>> BY_COOKIE = new ConcurrentHashMap<>();

  private KnownSenders() {}

  static void add(long cookie, SocketSender sender) {
    BY_COOKIE.put(cookie, new WeakReference<>(sender));
  }

  static void remove(long cookie, SocketSender sender) {
    BY_COOKIE.computeIfPresent(cookie, (key, present) -> present.refersTo(sender) ? null : present);
  }

  /**
   * {@return the sender here that is the same end as {@code number}, with one reference more; null if there is none}
   *
   * @param claimed the cookie that the peer says the end has
   */
  static @Nullable SocketSender sameAs(int number, long claimed) {
    WeakReference<SocketSender> found = BY_COOKIE.get(claimed);
    SocketSender candidate = found == null ? null : found.get();
    if (candidate == null || !candidate.retain()) {
      return null;
    }
    try {
      if (Sockets.cookie(number) == claimed && candidate.hasCookie(claimed)) {
        return candidate;
      }
    } catch (KernelException notEvenASocket) {
      // Falls through: the candidate is another end.
    }
    candidate.departed();
    return null;
  }
}
