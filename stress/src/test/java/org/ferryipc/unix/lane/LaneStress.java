package org.ferryipc.unix.lane;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Both sides of a lane at one moment, over the memory accesses as they are shipped. Every outcome that is not named is a
 * fault. What depends on the socket is left to the explorer of unix-backend, which in turn believes that the accesses do here
 * what it simulates.
 */
public final class LaneStress {
  private LaneStress() {}

  @JCStressTest
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "sleeps, and is rung for")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "sees the record before it sleeps")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "sees it, and is rung for in vain")
  @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "sleeps, and nobody rings")
  @State
  public static class PublishAndSleep extends OneLane {
    @Actor
    public void send(II_Result r) {
      r.r1 = put() == Put.RING ? 1 : 0;
    }

    @Actor
    public void receive(II_Result r) {
      r.r2 = sleep();
    }
  }

  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "published before the end")
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "goes by the socket")
  @State
  public static class PublishAndFreeze extends OneLane {
    @Actor
    public void send(II_Result r) {
      r.r1 = memory.publish(0, 16) ? 1 : 0;
    }

    @Actor
    public void end(II_Result r) {
      r.r2 = (int) memory.freeze() / 16;
    }
  }

  @JCStressTest
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the bell was not heard yet")
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "nor was it, and what was armed before it is cleared")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "heard, and armed again behind it")
  @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "the sender's clearing came after its bell, over what was armed anew")
  @State
  public static class BellAndArmAgain extends OneLane {
    private volatile int bell;

    public BellAndArmAgain() {
      memory.setArmed(true);
    }

    @Actor
    public void send() {
      memory.exchangeArmed();
      bell = 1;
    }

    @Actor
    public void receive(II_Result r) {
      r.r1 = bell;
      memory.setArmed(true);
      memory.fence();
    }

    @Arbiter
    public void look(II_Result r) {
      r.r2 = memory.isArmed() ? 1 : 0;
    }
  }

  @JCStressTest
  @Outcome(id = "0", expect = ACCEPTABLE, desc = "not there yet")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "whole")
  @State
  public static class PublishAndTake extends OneLane {
    @Actor
    public void send() {
      if (put() != Put.PUT) {
        throw new AssertionError();
      }
    }

    @Actor
    public void receive(I_Result r) {
      r.r1 = take();
    }
  }

  @JCStressTest
  @Outcome(id = "0", expect = ACCEPTABLE, desc = "nothing yet")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "the record, which is in front of the frame")
  @Outcome(id = "2", expect = FORBIDDEN, desc = "the frame is announced, and the record in front of it is not seen")
  @State
  public static class FrameBehindARecord extends OneLane {
    @Actor
    public void send() {
      if (put() != Put.PUT) {
        throw new AssertionError();
      }
      sending.framed();
    }

    @Actor
    public void receive(I_Result r) {
      r.r1 = next();
    }
  }

  @JCStressTest
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "full, and then one is read")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "written where one was read")
  @State
  public static class RoomOfWhatIsRead extends OneLane {
    public RoomOfWhatIsRead() {
      while (put() == Put.PUT) {}
    }

    @Actor
    public void send(II_Result r) {
      r.r1 = put() == Put.PUT ? 1 : 0;
    }

    @Actor
    public void receive(II_Result r) {
      r.r2 = take();
    }
  }
}
