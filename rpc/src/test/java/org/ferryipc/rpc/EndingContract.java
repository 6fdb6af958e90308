package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.contract.InBackground;
import org.ferryipc.core.failure.CallFailedException;
import org.ferryipc.core.failure.DisconnectedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls that end without their result: by time, by their caller, by a limit, or by the end of the other side. */
abstract class EndingContract extends RpcContract {
  private static final Duration SHORT = Duration.ofMillis(50);

  EndingContract(Fixture fixture) {
    super(fixture);
  }

  private static void await(CountDownLatch latch) {
    CallingContract.await(latch);
  }

  @ParameterizedTest
  @EnumSource
  void aCallEndsAtItsLimitAndTheOtherSideHearsOfIt(Mode mode) throws Exception {
    Sleeper served = new Sleeper(fixture);
    try (Sides sides = serve(Slow.class, served, mode)) {
      Slow slow = sides.remote(Slow.class);
      assertThat(slow.quick(1)).isEqualTo(1);
      do { // on a busy machine a call may be cancelled before it begins
        long start = System.nanoTime();
        assertThatThrownBy(() -> Rpc.within(SHORT, slow).sleep(1))
            .isInstanceOfSatisfying(
                RpcException.TimedOut.class,
                e -> {
                  assertThat(e.limit()).isEqualTo(SHORT);
                  assertThat(e.mayHaveExecuted()).isTrue();
                });
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(SHORT, HANG);
      } while (served.begun.getCount() > 0);
      await(served.interrupted);
      assertThat(slow.quick(2)).isEqualTo(2);
      assertThatThrownBy(() -> Rpc.within(SHORT, slow).sleepIo())
          .isInstanceOf(CallFailedException.class)
          .hasCauseInstanceOf(RpcException.TimedOut.class);
    }
  }

  @Test
  void theDefaultLimitIsThatOfTheOptions() throws Exception {
    Sleeper served = new Sleeper(fixture);
    try (Sides sides = serve(Slow.class, caller -> served, options(), options().withTimeLimit(SHORT))) {
      Slow slow = sides.remote(Slow.class);
      assertThatThrownBy(() -> slow.sleep(1)).isInstanceOf(RpcException.TimedOut.class);
      assertThat(Rpc.within(HANG, slow).quick(3)).isEqualTo(3);
      CompletableFuture<Integer> late = slow.later();
      assertThatThrownBy(late::join).hasCauseInstanceOf(RpcException.TimedOut.class);
      await(served.promised);
      assertThat(served.promise).isCancelled();
    }
  }

  @ParameterizedTest
  @EnumSource
  void interruptingTheCallerCancelsTheCall(Mode mode) throws Exception {
    Sleeper served = new Sleeper(fixture);
    try (Sides sides = serve(Slow.class, served, mode)) {
      Slow slow = sides.remote(Slow.class);
      InBackground<Boolean> caller =
          InBackground.start(
              () -> {
                assertThatThrownBy(() -> slow.sleep(1))
                    .isInstanceOfSatisfying(
                        RpcException.Cancelled.class, e -> assertThat(e.mayHaveExecuted()).isTrue());
                return Thread.interrupted();
              });
      await(served.begun);
      caller.interrupt();
      assertThat(caller.result()).as("the thread stays interrupted").isTrue();
      await(served.interrupted);
      assertThat(slow.quick(2)).isEqualTo(2);
      InBackground<Integer> declared = InBackground.start(slow::sleepInterruptibly);
      declared.interrupt();
      assertThat(declared.failure()).isInstanceOf(InterruptedException.class);
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> slow.sleep(2)).isInstanceOf(RpcException.Cancelled.class);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void cancellingAFutureCancelsTheCall(Mode mode) throws Exception {
    Sleeper served = new Sleeper(fixture);
    try (Sides sides = serve(Slow.class, served, mode)) {
      CompletableFuture<Integer> future = sides.remote(Slow.class).later();
      await(served.begun);
      InBackground<Integer> joining = InBackground.start(future::join);
      assertThat(future.cancel(true)).isTrue();
      await(served.promised);
      assertThat(served.promise).isCancelled();
      assertThat(joining.failure()).isInstanceOf(java.util.concurrent.CancellationException.class);
    }
  }

  // The step's answer comes behind the cancellation, and the thread that runs the first call receives both.
  @Test
  void aCallThatIsCancelledBeforeItsTurnNeverRuns() throws Exception {
    Sleeper served = new Sleeper(fixture);
    CountDownLatch stepping = new CountDownLatch(1);
    CountDownLatch on = new CountDownLatch(1);
    try (Sides sides = serve(Slow.class, served)) {
      Slow slow = sides.remote(Slow.class);
      InBackground<Integer> first =
          InBackground.start(
              () ->
                  slow.step(
                      () -> {
                        stepping.countDown();
                        await(on);
                      }));
      await(stepping);
      CompletableFuture<Integer> second = slow.later();
      second.cancel(true);
      on.countDown();
      assertThat(first.result()).isEqualTo(1);
      assertThat(slow.quick(1)).isEqualTo(1);
      assertThat(served.begun.getCount()).as("not begun").isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void handlesOfAResultThatNobodyWaitsForAreClosed(Mode mode) throws Exception {
    Sleeper served = new Sleeper(fixture);
    try (Sides sides = serve(Slow.class, served, mode);
        IpcChannel<String> channel = Ferry.channel(MessageType.of(String.class), fixture.options())) {
      Slow slow = sides.remote(Slow.class);
      do { // as above
        assertThatThrownBy(() -> Rpc.within(SHORT, slow).handles(channel.sender().share()))
            .isInstanceOf(RpcException.TimedOut.class);
      } while (served.begun.getCount() > 0);
      channel.sender().close();
      await(served.interrupted);
      served.go.countDown();
      assertThat(slow.quick(1)).isEqualTo(1);
      assertThatThrownBy(channel.receiver()::receive).isInstanceOf(DisconnectedException.class);
    }
  }

  @Test
  void noMoreCallsAreInFlightThanThereMayBe() throws Exception {
    Sleeper served = new Sleeper(fixture);
    RpcOptions two = options(Mode.CONCURRENT).withCallsInFlight(2);
    try (Sides sides = serve(Slow.class, caller -> served, options(Mode.CONCURRENT), two.withWhenFull(WhenFull.FAIL))) {
      Slow slow = sides.remote(Slow.class);
      CompletableFuture<Integer> one = slow.later();
      CompletableFuture<Integer> other = slow.later();
      assertThatThrownBy(() -> slow.quick(3))
          .isInstanceOfSatisfying(
              RpcException.LimitReached.class, e -> assertThat(e.mayHaveExecuted()).isFalse());
      served.promise.complete(5);
      assertThat(one.get(HANG.toSeconds(), TimeUnit.SECONDS)).isEqualTo(5);
      assertThat(other.get(HANG.toSeconds(), TimeUnit.SECONDS)).isEqualTo(5);
      assertThat(slow.quick(3)).isEqualTo(3);
    }
  }

  @Test
  void aCallWaitsForAPlaceWithinItsLimitAndTheSmallerNumberCounts() throws Exception {
    Sleeper served = new Sleeper(fixture);
    try (Sides sides =
        serve(Slow.class, caller -> served, options(Mode.CONCURRENT).withCallsInFlight(1), options())) {
      Slow slow = sides.remote(Slow.class);
      CompletableFuture<Integer> first = slow.later();
      assertThatThrownBy(() -> Rpc.within(SHORT, slow).quick(1))
          .isInstanceOfSatisfying(
              RpcException.TimedOut.class, e -> assertThat(e.mayHaveExecuted()).isFalse());
      InBackground<Integer> second = InBackground.start(() -> slow.quick(2));
      served.promise.complete(1);
      assertThat(second.result()).isEqualTo(2);
      assertThat(first.join()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCallerWhoseOtherSideEndsHearsThatTheCallMayHaveRun(Mode mode) throws Exception {
    Sleeper served = new Sleeper(fixture);
    try (Sides sides = serve(Slow.class, served, mode)) {
      Slow slow = sides.remote(Slow.class);
      InBackground<Integer> caller = InBackground.start(() -> slow.sleep(1));
      await(served.begun);
      sides.server().close();
      assertThat(caller.failure())
          .isInstanceOfSatisfying(
              RpcException.MaybeExecuted.class, e -> assertThat(e.mayHaveExecuted()).isTrue());
      sides.client().await();
      assertThatThrownBy(() -> slow.quick(1))
          .isInstanceOfSatisfying(
              RpcException.ServerGone.class, e -> assertThat(e.mayHaveExecuted()).isFalse());
      assertThatThrownBy(() -> slow.later().join()).hasCauseInstanceOf(RpcException.ServerGone.class);
      await(served.interrupted);
      await(served.closed);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aClientThatEndsFreesAllItHeld(Mode mode) throws Exception {
    Sleeper served = new Sleeper(fixture);
    try (Sides sides = serve(Slow.class, served, mode)) {
      Slow slow = sides.remote(Slow.class);
      InBackground<Integer> caller = InBackground.start(() -> slow.sleep(1));
      await(served.begun);
      sides.client().close();
      assertThat(caller.failure()).isInstanceOf(RpcException.MaybeExecuted.class);
      assertThatThrownBy(() -> slow.quick(1)).isInstanceOf(RpcException.NotDelivered.class);
      await(served.interrupted);
      await(served.closed);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aShutdownLetsRunningCallsEndAndRefusesNewOnes(Mode mode) throws Exception {
    Sleeper served = new Sleeper(fixture);
    try (Sides sides = serve(Slow.class, served, mode)) {
      Slow slow = sides.remote(Slow.class);
      InBackground<Integer> running = InBackground.start(() -> slow.sleep(7));
      await(served.begun);
      InBackground<@Nullable Void> shutdown =
          InBackground.start(
              () -> {
                sides.server().shutdown(HANG, "for the night");
                return null;
              });
      untilRefused(slow);
      assertThatThrownBy(() -> slow.quick(1))
          .isInstanceOfSatisfying(
              RpcException.ServerGone.class,
              e -> {
                assertThat(e).hasMessageContaining("for the night");
                assertThat(e.mayHaveExecuted()).isFalse();
              });
      served.go.countDown();
      assertThat(running.result()).isEqualTo(7);
      shutdown.result();
      sides.client().await();
      assertThatThrownBy(() -> slow.quick(1))
          .isInstanceOf(RpcException.ServerGone.class)
          .hasMessageContaining("for the night");
    }
  }

  // The news is on its way, and calls until then are accepted: in ordered mode behind the one that runs.
  private static void untilRefused(Slow slow) {
    for (long end = System.nanoTime() + HANG.toNanos(); System.nanoTime() < end; ) {
      try {
        int unused = Rpc.within(Duration.ofMillis(5), slow).quick(1);
      } catch (RpcException.TimedOut notYet) {
        continue;
      } catch (RpcException.ServerGone refused) {
        return;
      }
    }
    throw new AssertionError("never refused");
  }

  @ParameterizedTest
  @EnumSource
  void aShutdownCancelsWhatStillRunsAtItsLimit(Mode mode) throws Exception {
    Sleeper served = new Sleeper(fixture);
    try (Sides sides = serve(Slow.class, served, mode)) {
      Slow slow = sides.remote(Slow.class);
      InBackground<Integer> running = InBackground.start(() -> slow.sleep(7));
      await(served.begun);
      sides.server().shutdown(SHORT, "at once");
      await(served.interrupted);
      assertThat(running.failure())
          .isInstanceOf(RpcException.MaybeExecuted.class)
          .hasMessageContaining("at once");
    }
  }

  @Test
  void anExecutorThatTakesNothingIsALimit() throws Exception {
    Sleeper served = new Sleeper(fixture);
    Execution none =
        Execution.on(
            task -> {
              throw new java.util.concurrent.RejectedExecutionException("full");
            });
    try (Sides sides = serve(Slow.class, caller -> served, options().withExecution(none), options())) {
      Slow slow = sides.remote(Slow.class);
      assertThatThrownBy(() -> slow.quick(1)).isInstanceOf(RpcException.LimitReached.class);
      assertThatThrownBy(() -> slow.quick(1)).isInstanceOf(RpcException.LimitReached.class);
    }
  }
}
