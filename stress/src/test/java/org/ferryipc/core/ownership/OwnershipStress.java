package org.ferryipc.core.ownership;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * What two threads do to one handle at one moment. Every outcome that is not named is a fault.
 *
 * <p>Two and not three: jcstress gives each thread a processor of its own, and passes over what needs more than there
 * are. Every order of three threads is in {@code EveryOrderOfEventsTest}.
 */
public final class OwnershipStress {
  private OwnershipStress() {}

  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "released once")
  @State
  public static class TwoCloses extends OneHandle {
    @Actor
    public void one() {
      close();
    }

    @Actor
    public void other() {
      close();
    }

    @Arbiter
    public void count(I_Result r) {
      r.r1 = releases;
    }
  }

  @JCStressTest
  @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "the call ran, and the release saw what it wrote")
  @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "the call was refused")
  @State
  public static class CallAndClose extends OneHandle {
    @Actor
    public void call(III_Result r) {
      r.r1 = hold();
      if (r.r1 == 1) {
        used = 1;
        owner.drop();
      }
    }

    @Actor
    public void closes() {
      close();
    }

    @Arbiter
    public void count(III_Result r) {
      r.r2 = releases;
      r.r3 = usedWhenReleased;
    }
  }

  @JCStressTest
  @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "the call ran, and the release saw what it wrote")
  @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "the call was refused")
  @State
  public static class BriefCallAndClose extends OneHandle {
    @Actor
    public void call(III_Result r) {
      if (owner.beginBrief()) {
        r.r1 = 1;
        used = 1;
        owner.endBrief();
      }
    }

    @Actor
    public void closes() {
      close();
    }

    @Arbiter
    public void count(III_Result r) {
      r.r2 = releases;
      r.r3 = usedWhenReleased;
    }
  }

  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the call ran, and whoever then moved it saw what it wrote")
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "the call was refused")
  @State
  public static class BriefCallAndMove extends OneHandle {
    @Actor
    public void call(II_Result r) {
      if (owner.beginBrief()) {
        r.r1 = 1;
        used = 1;
        owner.endBrief();
      }
    }

    @Actor
    public void move(II_Result r) {
      owner.lease(this, true);
      r.r2 = used;
      owner.commit(MOVER);
    }
  }

  @JCStressTest
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "one behind the other")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "the brief call found the other")
  @State
  public static class BriefCallAndCall extends OneHandle {
    @Actor
    public void brief() {
      if (owner.beginBrief()) {
        used++;
        owner.endBrief();
      }
    }

    @Actor
    public void call() {
      int unused = hold();
      used++;
      owner.drop();
    }

    @Arbiter
    public void count(I_Result r) {
      r.r1 = used;
    }
  }

  @JCStressTest
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "one behind the other")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "one found the other")
  @State
  public static class TwoBriefCalls extends OneHandle {
    @Actor
    public void one() {
      brief();
    }

    @Actor
    public void other() {
      brief();
    }

    private void brief() {
      if (owner.beginBrief()) {
        used++;
        owner.endBrief();
      }
    }

    @Arbiter
    public void count(I_Result r) {
      r.r1 = used;
    }
  }

  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "released once, by the last")
  @State
  public static class TwoLastCallsOfAClosedHandle extends OneHandle {
    public TwoLastCallsOfAClosedHandle() {
      owner.hold(this);
      owner.hold(this);
      close();
    }

    @Actor
    public void one() {
      owner.drop();
    }

    @Actor
    public void other() {
      owner.drop();
    }

    @Arbiter
    public void count(I_Result r) {
      r.r1 = releases;
    }
  }

  @JCStressTest
  @Outcome(id = "1, 7", expect = ACCEPTABLE, desc = "whoever released it knew the reason")
  @State
  public static class LastCallAndCloseWithReason extends OneHandle {
    public LastCallAndCloseWithReason() {
      owner.hold(this);
    }

    @Actor
    public void call() {
      owner.drop();
    }

    @Actor
    public void closes() {
      owner.closeQuietly(REASON);
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = releases;
      r.r2 = reasonWhenReleased;
    }
  }

  @JCStressTest
  @Outcome(id = {"1, 0", "0, 1"}, expect = ACCEPTABLE, desc = "one message has it")
  @State
  public static class TwoLeases extends OneHandle {
    @Actor
    public void one(II_Result r) {
      r.r1 = lease(false);
    }

    @Actor
    public void other(II_Result r) {
      r.r2 = lease(true);
    }
  }

  @JCStressTest
  @Outcome(id = {"1, 0", "0, 1"}, expect = ACCEPTABLE, desc = "a call runs, or a message has it alone")
  @State
  public static class CallAndLeaseAlone extends OneHandle {
    @Actor
    public void call(II_Result r) {
      r.r1 = hold();
    }

    @Actor
    public void lend(II_Result r) {
      r.r2 = lease(true);
    }
  }

  @JCStressTest
  @Outcome(id = "2, 0", expect = ACCEPTABLE, desc = "moved, and the close had nothing left to do")
  @State
  public static class CommitAndClose extends OneHandle {
    public CommitAndClose() {
      owner.lease(this, true);
    }

    @Actor
    public void commit() {
      owner.commit(MOVER);
    }

    @Actor
    public void closes() {
      close();
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = look();
      r.r2 = releases;
    }
  }

  @JCStressTest
  @Outcome(id = "4, 1", expect = ACCEPTABLE, desc = "closed when it came back, or right after")
  @State
  public static class RollbackAndClose extends OneHandle {
    public RollbackAndClose() {
      owner.lease(this, true);
    }

    @Actor
    public void rollback() {
      owner.rollback();
    }

    @Actor
    public void closes() {
      close();
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = look();
      r.r2 = releases;
    }
  }

  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "still lent")
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "moved, and it is known by what")
  @State
  public static class CommitAndLook extends OneHandle {
    public CommitAndLook() {
      owner.lease(this, true);
    }

    @Actor
    public void commit() {
      owner.commit(MOVER);
    }

    @Actor
    public void looks(I_Result r) {
      r.r1 = look();
    }
  }

  @JCStressTest
  @Outcome(id = "2, 0", expect = ACCEPTABLE, desc = "moved")
  @Outcome(id = "4, 1", expect = ACCEPTABLE, desc = "closed before it could be lent")
  @State
  public static class MoveAndCallThenClose extends OneHandle {
    @Actor
    public void move() {
      if (lease(false) == 1) {
        owner.commit(MOVER);
      }
    }

    @Actor
    public void callThenClose() {
      if (hold() == 1) {
        owner.drop();
      }
      close();
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = look();
      r.r2 = releases;
    }
  }

  @JCStressTest
  @Outcome(id = "4, 1", expect = ACCEPTABLE, desc = "closed, released once")
  @State
  public static class FailedMoveAndCallThenClose extends OneHandle {
    @Actor
    public void move() {
      if (lease(false) == 1) {
        owner.rollback();
      }
    }

    @Actor
    public void callThenClose() {
      if (hold() == 1) {
        owner.drop();
      }
      close();
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = look();
      r.r2 = releases;
    }
  }
}
