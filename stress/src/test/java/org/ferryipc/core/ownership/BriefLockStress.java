package org.ferryipc.core.ownership;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** What two threads do under one lock. Every outcome that is not named is a fault. */
public final class BriefLockStress {
  private BriefLockStress() {}

  @JCStressTest
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "one behind the other, which saw what the first wrote")
  @State
  public static class TwoUnderTheLock extends BriefLock {
    private int count; // plain

    @Actor
    public void one() {
      countUp();
    }

    @Actor
    public void other() {
      countUp();
    }

    private void countUp() {
      lock();
      try {
        count++;
      } finally {
        unlock();
      }
    }

    @Arbiter
    public void result(I_Result r) {
      r.r1 = count;
    }
  }
}
