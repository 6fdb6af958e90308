package org.ferryipc.core.inprocess;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.transport.Deadline;
import org.ferryipc.core.transport.Waiting;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Mode;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Signal;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Both sides of a queue at one moment. Every outcome that is not named is a fault. */
public final class MessageQueueStress {
  private MessageQueueStress() {}

  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "queued, and released with the queue")
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "refused, and still the sender's")
  @State
  public static class OfferAndTheReceiverGoes extends OneQueue {
    @Actor
    public void send(II_Result r) {
      r.r1 = offer(List.of(cargo));
    }

    @Actor
    public void go() {
      queue.releaseReceiver();
    }

    @Arbiter
    public void count(II_Result r) {
      r.r2 = cargo.releases;
    }
  }

  @JCStressTest
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "taken")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "released with the queue")
  @State
  public static class TakeAndTheReceiverGoes extends OneQueue {
    public TakeAndTheReceiverGoes() {
      offer(List.of(cargo));
    }

    @Actor
    public void receive(II_Result r) {
      r.r1 = take();
    }

    @Actor
    public void go() {
      queue.releaseReceiver();
    }

    @Arbiter
    public void count(II_Result r) {
      r.r2 = cargo.releases;
    }
  }

  @JCStressTest
  @Outcome(id = {"1, 0", "0, 1"}, expect = ACCEPTABLE, desc = "one has it")
  @State
  public static class TwoTakes extends OneQueue {
    public TwoTakes() {
      offer(List.of());
    }

    @Actor
    public void one(II_Result r) {
      r.r1 = take();
    }

    @Actor
    public void other(II_Result r) {
      r.r2 = take();
    }
  }

  @JCStressTest
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "came before the message")
  @Outcome(id = "1, -1", expect = ACCEPTABLE, desc = "the whole message, and then the end")
  @State
  public static class LastMessageAndTake extends OneQueue {
    @Actor
    public void sendAndClose() {
      offer(List.of());
      queue.releaseSender(CloseReason.Closed.ORDERLY);
    }

    @Actor
    public void receive(II_Result r) {
      r.r1 = take();
    }

    @Arbiter
    public void receiveAgain(II_Result r) {
      r.r2 = take();
    }
  }

  @JCStressTest(Mode.Termination)
  @Outcome(id = "TERMINATED", expect = ACCEPTABLE, desc = "woken")
  @Outcome(id = "STALE", expect = FORBIDDEN, desc = "the wake-up fell between the look and the wait")
  @State
  public static class MessageWakesWhoWaits extends OneQueue {
    @Actor
    public void receive() {
      while (take() == 0) {
        awaitArrival(queue, () -> false);
      }
    }

    @Signal
    public void send() {
      offer(List.of());
    }
  }

  @JCStressTest(Mode.Termination)
  @Outcome(id = "TERMINATED", expect = ACCEPTABLE, desc = "woken")
  @Outcome(id = "STALE", expect = FORBIDDEN, desc = "the wake-up fell between the look and the wait")
  @State
  public static class ClosingWakesWhoWaits extends OneQueue {
    private volatile boolean over;

    @Actor
    public void receive() {
      while (!over) {
        awaitArrival(queue, () -> over);
      }
    }

    @Signal
    public void close() {
      over = true;
      queue.wake();
    }
  }

  private static void awaitArrival(MessageQueue queue, Waiting caller) {
    try {
      queue.awaitArrival(Deadline.NEVER, caller);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
