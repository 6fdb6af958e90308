package org.ferryipc.receiverset;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.ownership.BriefLock;
import org.ferryipc.core.ownership.CleanupNet;
import org.ferryipc.core.ownership.FerryLog;
import org.ferryipc.core.ownership.Tether;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.receiverset.lookout.Pollers;
import org.jspecify.annotations.Nullable;

/**
 * Who is in a set, and whom to look at.
 *
 * <p><b>Locks.</b> {@code lock} guards all that is said to be guarded by it. It is held for a few instructions at a time:
 * over no system call, no other lock but those of the tables here, and no code of users. Order: the selecting lock of the
 * set, a member's turn, {@code lock}.
 *
 * <p><b>No lost report.</b> A member is in the table before its port is watched. So a report finds it, and its reader
 * waits for the turn, which the joining thread holds until the member is IN.
 *
 * <p><b>No lost wake-up.</b> Whoever has something for the selecting thread (a failure, a member that no poller reports,
 * {@link #wakeup}, {@link #close}) writes it down first and wakes the pollers second. The selecting thread looks at what is
 * written down before it waits, and after each wait; a poller's wake-up ends the running wait or the next.
 */
final class Roster {

  /** How many members are looked at in each round only because they were lively in the last. */
  static final int MOST_LIVELY = 64;

  private static final VarHandle HOT_COUNT;

  static {
    try {
      HOT_COUNT = MethodHandles.lookup().findVarHandle(Roster.class, "hotCount", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final Pollers pollers;
  final Unclaimed unclaimed;

  private final BriefLock lock = new BriefLock();
  private final Members members = new Members(); // guarded by lock
  private final ArrayDeque<Member<?, ?>> hot = new ArrayDeque<>(); // may have what no poller reports; guarded by lock
  private final ArrayList<Selection> failures = new ArrayList<>(); // guarded by lock
  private long lastId; // guarded by lock
  private int joining; // of the members; guarded by lock
  private volatile boolean closed; // written under lock
  // Written under lock, read without it: whoever adds something wakes the pollers after that, so a reader who sees the old
  // value comes back.
  private int hotCount; // by HOT_COUNT
  private volatile boolean anyFailures;
  private volatile boolean woken;

  @SuppressWarnings("unused") // reachable with the set, its registrations and messages: the net sees when all are lost
  private final Tether life;

  Roster() throws IpcException {
    Pollers kept = new Pollers("this ReceiverSet");
    Unclaimed letters = new Unclaimed();
    pollers = kept;
    unclaimed = letters;
    life =
        CleanupNet.watch(
            () -> {
              letters.discard();
              return kept.close();
            },
            "ReceiverSet");
  }

  /** {@return an id that was never given out before} */
  long nextId() {
    lock.lock();
    try {
      return ++lastId;
    } finally {
      lock.unlock();
    }
  }

  int size() {
    lock.lock();
    try {
      return members.size() - joining;
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
    return closed;
  }

  void checkOpen() {
    if (closed) {
      throw new HandleClosedException("this ReceiverSet");
    }
  }

  /** Puts a member that is about to join in the table; {@link #watch} or {@link #withdraw} follows. Under its turn. */
  void announce(Member<?, ?> member) {
    lock.lock();
    try {
      checkOpen();
      members.add(member);
      joining++;
    } finally {
      lock.unlock();
    }
  }

  /** The last step of joining, by which the member is in, or not if this throws. Under its turn. */
  void watch(Member<?, ?> member, ReceivePort port) throws IpcException {
    pollers.watch(port, member.token);
    boolean restless = !port.rest();
    boolean in;
    lock.lock();
    try {
      in = !closed;
      if (in) {
        member.state(Member.State.IN);
        joining--;
        if (restless) {
          heatHere(member);
        }
      }
    } finally {
      lock.unlock();
    }
    if (!in) {
      forget(member, port);
      throw new HandleClosedException("this ReceiverSet");
    }
    if (restless) {
      pollers.wakeup();
    }
  }

  /** Takes a member out of the table that has not joined. Under its turn. */
  void withdraw(Member<?, ?> member) {
    lock.lock();
    try {
      if (!closed) {
        members.remove(member);
        joining--;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends a membership. Under the member's turn. {@return whether it was one} */
  boolean leave(Member<?, ?> member, Member.State as) {
    lock.lock();
    try {
      if (!member.isIn()) {
        return false;
      }
      member.state(as);
      members.remove(member);
      return true;
    } finally {
      lock.unlock();
    }
  }

  void forget(Member<?, ?> member, ReceivePort port) {
    try {
      pollers.forget(port);
    } catch (IpcException e) {
      FerryLog.log(System.Logger.Level.WARNING, "a ReceiverSet could not end watching " + member.registration, e);
    }
  }

  /** {@return how many of {@code tokens} are members', who are put into {@code found}} */
  int resolve(long[] tokens, int count, @Nullable Member<?, ?>[] found) {
    if (count == 0) {
      return 0;
    }
    lock.lock();
    try {
      int known = 0;
      for (int i = 0; i < count; i++) {
        Member<?, ?> member = members.find(tokens[i]);
        if (member != null) {
          found[known++] = member;
        }
      }
      return known;
    } finally {
      lock.unlock();
    }
  }

  /** Has a member looked at again without a report. */
  void heat(Member<?, ?> member) {
    lock.lock();
    try {
      heatHere(member);
    } finally {
      lock.unlock();
    }
  }

  // Under the lock.
  private void heatHere(Member<?, ?> member) {
    if (!member.hot && member.isIn()) {
      member.hot = true;
      hot.addLast(member);
      hotCount(hot.size());
    }
  }

  int hotCount() {
    return (int) HOT_COUNT.getAcquire(this);
  }

  // Under the lock. The wake-up that follows, where one must, makes it seen.
  private void hotCount(int count) {
    HOT_COUNT.setRelease(this, count);
  }

  /** {@return the member whose turn it is among the hot ones}; it stays one, until {@link #cool} */
  @Nullable Member<?, ?> nextHot() {
    lock.lock();
    try {
      Member<?, ?> first = hot.pollFirst();
      if (first != null) {
        hot.addLast(first);
      }
      return first;
    } finally {
      lock.unlock();
    }
  }

  /** Has a member no more looked at without a report. */
  void cool(Member<?, ?> member) {
    lock.lock();
    try {
      if (member.hot) {
        member.hot = false;
        boolean unused = hot.removeLastOccurrence(member);
        hotCount(hot.size());
      }
    } finally {
      lock.unlock();
    }
  }

  /** Has a selection reported by this or the next {@code select}. */
  void report(Selection selection) {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      failures.add(selection);
      anyFailures = true;
    } finally {
      lock.unlock();
    }
    pollers.wakeup();
  }

  void takeFailures(Batch batch) {
    if (!anyFailures) {
      return;
    }
    lock.lock();
    try {
      failures.forEach(batch::add);
      failures.clear();
      anyFailures = false;
    } finally {
      lock.unlock();
    }
  }

  void wakeup() {
    woken = true;
    pollers.wakeup();
  }

  /** {@return whether somebody called {@link #wakeup} since the last time} */
  boolean takeWakeup() {
    boolean called = woken;
    if (called) {
      woken = false;
    }
    return called;
  }

  /** Ends the roster. {@return who was in it}; empty if it was closed before */
  List<Member<?, ?>> close() {
    List<Member<?, ?>> in = new ArrayList<>();
    lock.lock();
    try {
      if (closed) {
        return in;
      }
      closed = true;
      for (Member<?, ?> member : members.clear()) {
        if (member.isIn()) { // who is joining finds the roster closed, and keeps its receiver
          member.state(Member.State.CLOSED);
          in.add(member);
        }
      }
      joining = 0;
      hot.clear();
      hotCount(0);
      failures.clear();
      anyFailures = false;
    } finally {
      lock.unlock();
    }
    return in;
  }
}
