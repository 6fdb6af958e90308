package org.ferryipc.unix.socket;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.SplittableRandom;
import org.ferryipc.unix.frame.HandleTable;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Sockets;
import org.ferryipc.unix.waiting.Readiness;
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
 * <p>An end that the program loses is closed by the cleanup net, which watches the handle and not the port, so being in the
 * table keeps nothing alive that it would not keep itself.
 *
 * <p><b>Argument.</b> A table of slots with linear probing: a map of boxed numbers cost a quarter of the bare system calls for
 * each end that passed through. A slot that was used is never empty again in the same table, so a search may stop at an empty
 * one. Ends go in under the lock: into an empty slot, or one whose end is gone. Looking up takes no lock; it may miss an end
 * that comes at that moment, which costs a descriptor and nothing else. An end that is gone is passed over, and stays until
 * its slot is wanted or the table is made anew: taking it out would cost each end one locked instruction more, and it holds
 * no descriptor and a hundred bytes.
 */
final class KnownSenders {
  // A power of two; at 4 bytes a reference, 1 KiB.
  private static final int FIRST_CAPACITY = 256;
  // A table has at least this many slots for each end that was here when it was made, and is made anew when 3 of 4 are used.
  private static final int SPACE = 4;

  // Cookies come from peers. With a multiplier that they do not know none can be chosen that fall on one place: each pair
  // does with a probability of 2 / capacity at most (Dietzfelbinger and others, "A Reliable Randomized Algorithm", 1997).
  private static final long SPREAD = new SplittableRandom().nextLong() | 1;

  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(SocketSender[].class);

  private static volatile @Nullable SocketSender[] table = new SocketSender[FIRST_CAPACITY];
  private static int used; // slots that are not empty; guarded by the class

  private KnownSenders() {}

  /** Adds a sender of which the kernel has said what cookie it has. */
  static synchronized void add(SocketSender sender) {
    @Nullable SocketSender[] slots = withRoom();
    int at = find(slots, sender.cookie());
    set(slots, at, sender);
  }

  /**
   * Adds a sender whose cookie a peer has said.
   *
   * @return false if another is here under that cookie, and this one's is another
   */
  static synchronized boolean addClaimed(SocketSender sender) {
    @Nullable SocketSender[] slots = withRoom();
    int at = find(slots, sender.cookie());
    SocketSender there = slots[at];
    if (there != null && !there.isGone() && !hasCookie(sender, sender.cookie())) {
      return false;
    }
    set(slots, at, sender);
    return true;
  }

  // The lock is held in these. {@return where an end with this cookie is, or else where it can be put}
  private static int find(@Nullable SocketSender[] slots, long cookie) {
    int mask = slots.length - 1;
    int free = -1;
    for (int at = start(cookie, mask); ; at = at + 1 & mask) {
      SocketSender there = slots[at];
      if (there == null) {
        return free < 0 ? at : free;
      }
      if (there.isGone()) {
        free = free < 0 ? at : free;
      } else if (there.cookie() == cookie) {
        return at;
      }
    }
  }

  private static void set(@Nullable SocketSender[] slots, int at, SocketSender sender) {
    used += slots[at] == null ? 1 : 0;
    SLOT.setRelease(slots, at, sender);
  }

  private static @Nullable SocketSender[] withRoom() {
    @Nullable SocketSender[] old = table;
    if (used < old.length / 4 * 3) {
      return old;
    }
    int here = 0;
    for (SocketSender sender : old) {
      here += sender == null || sender.isGone() ? 0 : 1;
    }
    int capacity = Math.max(FIRST_CAPACITY, Integer.highestOneBit(Math.max(1, here)) * 2 * SPACE);
    @Nullable SocketSender[] made = new SocketSender[capacity];
    used = 0;
    for (SocketSender sender : old) {
      if (sender != null && !sender.isGone()) {
        set(made, find(made, sender.cookie()), sender);
      }
    }
    table = made;
    return made;
  }

  private static int start(long cookie, int mask) {
    return (int) (cookie * SPREAD >>> Long.numberOfLeadingZeros(mask));
  }

  private static @Nullable SocketSender candidate(long cookie) {
    @Nullable SocketSender[] slots = table;
    int mask = slots.length - 1;
    for (int at = start(cookie, mask); ; at = at + 1 & mask) {
      SocketSender there = (SocketSender) SLOT.getAcquire(slots, at);
      if (there == null || there.cookie() == cookie && !there.isGone()) {
        return there;
      }
    }
  }

  /**
   * {@return the sender here that is the same end as {@code number}, with one reference more; null if there is none}
   *
   * @param claimed the cookie that the peer says the end has
   */
  static @Nullable SocketSender sameAs(int number, long claimed) {
    SocketSender candidate = candidate(claimed);
    // Looked at first and counted after: a reference that is counted in vain could not be given back without a trace.
    if (candidate == null || !isCookie(number, claimed) || !hasCookie(candidate, claimed) || !candidate.refer()) {
      return null;
    }
    return candidate;
  }

  /** {@return the port for an end that came in a message}; {@code number} is the port's, or closed, in any case */
  static SocketSender received(int number, int flags, long claimed) {
    boolean shared = (flags & HandleTable.SHARED) != 0;
    SocketSender here = claimed == SocketSender.NO_COOKIE ? null : sameAs(number, claimed);
    if (here != null) {
      boolean unused = Descriptors.discard(number);
      if (shared) {
        here.markShared();
        boolean unusedToo = here.endLane(); // one that it should not have had
      }
      return here;
    }
    SocketSender sender = new SocketSender(new Readiness(number), claimed, true);
    if (shared) {
      sender.markShared();
    }
    if (claimed != SocketSender.NO_COOKIE && !addClaimed(sender)) {
      sender.forgetCookie();
    }
    return sender;
  }

  private static boolean hasCookie(SocketSender sender, long value) {
    int socket = sender.guarded().acquire();
    if (socket < 0) {
      return false;
    }
    try {
      return isCookie(socket, value);
    } finally {
      sender.guarded().release();
    }
  }

  private static boolean isCookie(int number, long claimed) {
    try {
      return Sockets.cookie(number) == claimed;
    } catch (KernelException notEvenASocket) {
      return false;
    }
  }
}
