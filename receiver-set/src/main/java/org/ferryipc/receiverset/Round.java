package org.ferryipc.receiverset;

import java.util.concurrent.locks.LockSupport;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.transport.Deadline;
import org.jspecify.annotations.Nullable;

/**
 * Goes round the members that have something: first those that a poller reported, then those that no poller can, each once
 * and for a quota. A batch may end within a round; the next one goes on there, so nobody is passed over. Belongs to the
 * selecting thread.
 */
final class Round {
  private static final int MOST_REPORTS = 256;

  private final Roster roster;
  private final long[] tokens = new long[MOST_REPORTS];
  private final @Nullable Member<?, ?>[] reported = new Member<?, ?>[MOST_REPORTS];
  private int next;
  private int count;
  private int hotLeft;
  private long number;
  private int hotHad; // messages in this round
  // Messages since the pollers were asked. To ask costs ten times as much as to look at a lane, so while those that no poller
  // can report have messages the others wait for as many as one member may have in a round, and no longer.
  private int unasked;
  private long pauseNanos; // the longest of those that were read since the pollers were asked
  private @Nullable Throwable late; // to be thrown by the next collect

  Round(Roster roster) {
    this.roster = roster;
  }

  /** {@return the next batch; empty after a wake-up, or if the deadline has passed} */
  Batch collect(Deadline deadline) throws IpcException, InterruptedException {
    Batch batch = new Batch();
    for (boolean waited = false; ; ) {
      roster.checkOpen();
      throwLate();
      roster.takeFailures(batch);
      serveOrFailLater(batch);
      boolean woken = roster.takeWakeup();
      if (!batch.isEmpty() || woken || (waited && deadline.passed())) {
        return batch;
      }
      pauseBefore(deadline);
      waited |= begin(deadline);
    }
  }

  // For a member that has what cannot be taken now, which the pollers would report at once; not in a try.
  private void pauseBefore(Deadline deadline) {
    if (pauseNanos > 0 && deadline != Deadline.AT_ONCE) {
      LockSupport.parkNanos(Math.min(pauseNanos, deadline.remainingNanos()));
    }
    pauseNanos = 0;
  }

  // Memory may run out over a member's message, for instance. What others sent before is in the batch by then.
  private void serveOrFailLater(Batch batch) {
    try {
      serve(batch);
    } catch (RuntimeException | Error e) {
      if (batch.isEmpty()) {
        throw e;
      }
      late = e;
    }
  }

  private void throwLate() {
    Throwable e = late;
    late = null;
    switch (e) {
      case null -> {}
      case RuntimeException unchecked -> throw unchecked;
      case Error error -> throw error;
      default -> throw new AssertionError(e);
    }
  }

  // {@return whether the pollers were asked}
  private boolean begin(Deadline deadline) throws IpcException, InterruptedException {
    int hot = roster.hotCount();
    boolean ask = hot == 0 || hotHad == 0 || unasked + 2 * hotHad >= ReceiverSet.QUOTA; // twice: see Appetite
    int found = 0;
    if (ask) {
      found = roster.pollers.awaitReports(tokens, hot == 0 ? deadline : Deadline.AT_ONCE);
      unasked = 0;
    } else if (deadline != Deadline.AT_ONCE && Thread.interrupted()) { // in this order: a try keeps the mark
      throw new InterruptedException();
    }
    hotHad = 0;
    number++;
    next = 0;
    count = roster.resolve(tokens, found, reported);
    hotLeft = roster.hotCount();
    return ask;
  }

  private void serve(Batch batch) {
    batch.expect(count - next + hotLeft);
    while (next < count && !batch.isFull()) {
      Member<?, ?> member = reported[next];
      reported[next++] = null;
      if (member != null) {
        visit(member, batch, true);
        if (member.restless) {
          roster.heat(member);
        }
      }
    }
    while (next == count && hotLeft > 0 && !batch.isFull()) {
      hotLeft--;
      Member<?, ?> member = roster.nextHot();
      if (member == null) {
        hotLeft = 0;
      } else {
        if (member.servedIn != number) { // else it was reported as well, and had its turn
          visit(member, batch, false);
        }
        if (!member.restless) {
          roster.cool(member);
        }
      }
    }
  }

  private void visit(Member<?, ?> member, Batch batch, boolean isReported) {
    int before = batch.size();
    member.servedIn = number;
    boolean read = false;
    try {
      member.restless = member.read(batch, isReported);
      pauseNanos = Math.max(pauseNanos, member.pauseNanos());
      read = true;
    } finally {
      if (!read) {
        roster.heat(member); // an Error came over a message; what lies behind it may be reported by nobody
      }
    }
    if (member.restless) {
      hotHad += batch.size() - before;
      unasked += batch.size() - before;
    }
  }
}
