package org.ferryipc.receiverset;

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
  private @Nullable Throwable late; // to be thrown by the next collect

  Round(Roster roster) {
    this.roster = roster;
  }

  /** {@return the next batch; empty after a wake-up, or if the deadline has passed} */
  Batch collect(Deadline deadline) throws IpcException, InterruptedException {
    Batch batch = new Batch();
    for (boolean waited = false; ; waited = true) {
      roster.checkOpen();
      throwLate();
      roster.takeFailures(batch);
      serveOrFailLater(batch);
      boolean woken = roster.takeWakeup();
      if (!batch.isEmpty() || woken || (waited && deadline.passed())) {
        return batch;
      }
      begin(deadline);
    }
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

  private void begin(Deadline deadline) throws IpcException, InterruptedException {
    boolean mayWait = roster.hotCount() == 0;
    int found = roster.pollers.awaitReports(tokens, mayWait ? deadline : Deadline.AT_ONCE);
    number++;
    next = 0;
    count = roster.resolve(tokens, found, reported);
    hotLeft = roster.hotCount();
  }

  private void serve(Batch batch) {
    batch.expect(count - next + hotLeft);
    while (next < count && !batch.isFull()) {
      Member<?, ?> member = reported[next];
      reported[next++] = null;
      if (member != null) {
        visit(member, batch);
      }
    }
    while (next == count && hotLeft > 0 && !batch.isFull()) {
      hotLeft--;
      Member<?, ?> member = roster.takeHot();
      if (member == null) {
        hotLeft = 0;
      } else if (member.servedIn != number) {
        visit(member, batch);
      } else if (member.restless) {
        roster.heat(member); // was reported as well, and had its turn
      }
    }
  }

  private void visit(Member<?, ?> member, Batch batch) {
    member.servedIn = number;
    member.restless = member.read(batch);
    if (member.restless) {
      roster.heat(member);
    }
  }
}
