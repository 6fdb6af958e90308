package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.ferryipc.core.contract.Fixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls that were brief so far run on the thread that receives; one that is not must keep nothing from being received. */
abstract class BriefCallsContract extends RpcContract {
  BriefCallsContract(Fixture fixture) {
    super(fixture);
  }

  // As long as a call may take on a machine that is busy with other things and still be brief.
  @BeforeEach
  void letSlowCallsBeBrief() {
    System.setProperty(Briefness.PROPERTY, "1500");
  }

  @AfterEach
  void letUsualCallsBeBrief() {
    System.clearProperty(Briefness.PROPERTY);
  }

  /** What a call does. */
  enum What {
    NOTHING,
    WAIT,
    CALL_BACK
  }

  /** Is called back. */
  @Remote
  interface Listener {
    void called();
  }

  /** One method, brief or not. */
  interface Gate {
    /** {@return whether it ran on a thread that receives}, which is not virtual */
    boolean pass(What what) throws InterruptedException;

    void open();

    void listen(Listener listener);
  }

  private static final class Served implements Gate {
    final Semaphore entered = new Semaphore(0);
    final Semaphore opened = new Semaphore(0);
    final Semaphore interrupted = new Semaphore(0);
    volatile Listener listener = () -> {};

    @Override
    public boolean pass(What what) throws InterruptedException {
      switch (what) {
        case NOTHING -> {}
        case CALL_BACK -> listener.called();
        case WAIT -> {
          entered.release();
          try {
            opened.acquire();
          } catch (InterruptedException e) {
            interrupted.release();
            throw e;
          }
        }
      }
      return !Thread.currentThread().isVirtual();
    }

    @Override
    public void open() {
      opened.release();
    }

    @Override
    public void listen(Listener with) {
      listener = with;
    }
  }

  // Many that take their time come first, since nothing is compiled.
  private static void passUntilBrief(Gate gate) throws InterruptedException {
    long begun = System.nanoTime();
    while (!gate.pass(What.NOTHING)) {
      assertThat(System.nanoTime() - begun).as("no call is taken for a brief one").isLessThan(HANG.toNanos());
    }
  }

  private static CompletableFuture<Boolean> passElsewhere(Gate gate, What what) {
    CompletableFuture<Boolean> passed = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                passed.complete(gate.pass(what));
              } catch (InterruptedException | RuntimeException failed) {
                passed.completeExceptionally(failed);
              }
            });
    return passed;
  }

  @Test
  void aCallThatWaitsAfterManyBriefOnesKeepsNoOtherFromBeingRead() throws Exception {
    Served served = new Served();
    try (Sides sides = serve(Gate.class, served, Mode.CONCURRENT)) {
      Gate gate = sides.remote(Gate.class);
      for (int round = 0; round < 3; round++) {
        passUntilBrief(gate);
        CompletableFuture<Boolean> waiting = passElsewhere(gate, What.WAIT);
        assertThat(served.entered.tryAcquire(HANG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        boolean here = gate.pass(What.NOTHING);
        gate.open();
        boolean waitedThere = waiting.get(HANG.toSeconds(), TimeUnit.SECONDS);
        assertThat(here && waitedThere).as("the thread that receives ran two calls at a time").isFalse();
      }
    }
  }

  @Test
  void aCallThatWaitsAfterManyBriefOnesIsCancelled() throws Exception {
    Served served = new Served();
    try (Sides sides = serve(Gate.class, served, Mode.CONCURRENT)) {
      Gate gate = sides.remote(Gate.class);
      passUntilBrief(gate);
      Thread caller =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      boolean unused = gate.pass(What.WAIT);
                    } catch (InterruptedException expected) {
                      // Its call is cancelled by that.
                    }
                  });
      assertThat(served.entered.tryAcquire(HANG.toSeconds(), TimeUnit.SECONDS)).isTrue();
      caller.interrupt();
      assertThat(served.interrupted.tryAcquire(HANG.toSeconds(), TimeUnit.SECONDS)).isTrue();
      caller.join();
      passUntilBrief(gate); // with that thread, which is not interrupted any more
    }
  }

  /** That thread receives meanwhile, but has a call already. */
  @Test
  void aCallInTheMidstOfABriefOneThatCallsBackIsRun() throws Exception {
    Served served = new Served();
    try (Sides sides = serve(Gate.class, served, Mode.CONCURRENT)) {
      Gate gate = sides.remote(Gate.class);
      gate.listen(() -> join(passElsewhere(gate, What.NOTHING)));
      for (int round = 0; round < 3; round++) {
        passUntilBrief(gate);
        boolean unused = gate.pass(What.CALL_BACK);
      }
    }
  }

  private static void join(CompletableFuture<Boolean> passed) {
    try {
      boolean unused = passed.get(HANG.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError("a call was not run", e);
    }
  }
}
