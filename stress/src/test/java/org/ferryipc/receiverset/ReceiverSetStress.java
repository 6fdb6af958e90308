package org.ferryipc.receiverset;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.failure.HandleStateException;
import org.ferryipc.core.failure.IpcException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Mode;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Signal;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two calls on one set at one moment. Every outcome that is not named is a fault. */
public final class ReceiverSetStress {
  private ReceiverSetStress() {}

  @JCStressTest
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "selected before the receiver was given out")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "still in the receiver that was given out")
  @State
  public static class SelectAndRemove extends OneMember {
    private final Registration<String> member = add();

    public SelectAndRemove() {
      send();
    }

    @Actor
    public void select(II_Result r) {
      r.r1 = selectNow();
    }

    @Actor
    public void removeIt(II_Result r) {
      r.r2 = remove(member);
    }

    @Arbiter
    public void end(II_Result r) {
      closeAll();
    }
  }

  @JCStressTest
  @Outcome(id = {"1, 10", "11, 0", "0, 11"}, expect = ACCEPTABLE, desc = "the message, then the end, each once")
  @State
  public static class LastMessageAndSelect extends OneMember {
    private final Registration<String> member = add();

    @Actor
    public void sendAndClose() {
      send();
      sender.close();
    }

    @Actor
    public void select(II_Result r) {
      r.r1 = selectNow();
    }

    @Arbiter
    public void end(II_Result r) {
      for (int more = selectNow(); more > 0; more = selectNow()) {
        r.r2 += more;
      }
      if (member.isMember()) {
        r.r2 = -1;
      }
      closeAll();
    }
  }

  @JCStressTest
  @Outcome(id = {"10, -1", "0, 0"}, expect = ACCEPTABLE, desc = "ended in the set, or given out before")
  @State
  public static class EndAndRemove extends OneMember {
    private final Registration<String> member = add();

    public EndAndRemove() {
      sender.close();
    }

    @Actor
    public void select(II_Result r) {
      r.r1 = selectNow();
    }

    @Actor
    public void removeIt(II_Result r) {
      r.r2 = remove(member);
    }

    @Arbiter
    public void end(II_Result r) {
      closeAll();
    }
  }

  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "added, and closed with the set")
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "refused, and still its owner's")
  @State
  public static class AddAndClose extends OneMember {
    @Actor
    public void addIt(II_Result r) {
      try {
        r.r1 = add().id() > 0 ? 1 : -1;
      } catch (HandleStateException closed) {
        r.r1 = 0;
      }
    }

    @Actor
    public void close() {
      set.close();
    }

    @Arbiter
    public void end(II_Result r) {
      r.r2 = receiver.state() instanceof HandleState.Open ? 0 : 1;
      if (set.size() != 0) {
        r.r2 = -1;
      }
      closeAll();
    }
  }

  @JCStressTest
  @Outcome(id = {"1, 0", "0, 1"}, expect = ACCEPTABLE, desc = "one of them has it")
  @State
  public static class TwoRemoves extends OneMember {
    private final Registration<String> member = add();

    @Actor
    public void one(II_Result r) {
      r.r1 = remove(member) + 1;
    }

    @Actor
    public void other(II_Result r) {
      r.r2 = remove(member) + 1;
    }

    @Arbiter
    public void end(II_Result r) {
      closeAll();
    }
  }

  @JCStressTest(Mode.Termination)
  @Outcome(id = "TERMINATED", expect = ACCEPTABLE, desc = "woken")
  @Outcome(id = "STALE", expect = FORBIDDEN, desc = "the wake-up fell between the look and the wait")
  @State
  public static class MessageWakesTheSelect extends OneMember {
    private final Registration<String> member = add();

    @Actor
    public void select() {
      selectSomething(set);
      closeAll();
    }

    @Signal
    public void sendIt() {
      send();
    }
  }

  @JCStressTest(Mode.Termination)
  @Outcome(id = "TERMINATED", expect = ACCEPTABLE, desc = "woken")
  @Outcome(id = "STALE", expect = FORBIDDEN, desc = "the wake-up fell between the look and the wait")
  @State
  public static class AReceiverThatIsAddedWakesTheSelect extends OneMember {
    public AReceiverThatIsAddedWakesTheSelect() {
      send();
    }

    @Actor
    public void select() {
      selectSomething(set);
      closeAll();
    }

    @Signal
    public void addIt() {
      add();
    }
  }

  @JCStressTest(Mode.Termination)
  @Outcome(id = "TERMINATED", expect = ACCEPTABLE, desc = "woken")
  @Outcome(id = "STALE", expect = FORBIDDEN, desc = "the wake-up fell between the look and the wait")
  @State
  public static class WakeupEndsTheSelect extends OneMember {
    @Actor
    public void select() {
      selectSomething(set);
      closeAll();
    }

    @Signal
    public void wake() {
      set.wakeup();
    }
  }

  @JCStressTest(Mode.Termination)
  @Outcome(id = "TERMINATED", expect = ACCEPTABLE, desc = "woken")
  @Outcome(id = "STALE", expect = FORBIDDEN, desc = "the wake-up fell between the look and the wait")
  @State
  public static class CloseEndsTheSelect extends OneMember {
    @Actor
    public void select() {
      selectSomething(set);
      closeAll();
    }

    @Signal
    public void close() {
      set.close();
    }
  }

  private static void selectSomething(ReceiverSet set) {
    try {
      List<Selection> unused = set.select();
    } catch (HandleStateException closed) {
      // By the other thread, which is what was waited for.
    } catch (IpcException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
