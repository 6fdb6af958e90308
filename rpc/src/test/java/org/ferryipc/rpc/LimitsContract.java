package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.DisconnectedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** As much as the limits say, and not one more. */
abstract class LimitsContract extends OddContract {
  LimitsContract(Fixture fixture) {
    super(fixture);
  }

  @Test
  void aSessionBeyondTheMostExportsIsClosedAndFailsItsCall() throws Exception {
    Served served = new Served();
    served.go.countDown();
    try (Sides sides = serve(Odd.class, served)) {
      Odd odd = sides.remote(Odd.class);
      List<Session> sessions = new ArrayList<>();
      for (int i = 0; i < Rpc.EXPORTS; i++) {
        sessions.add(odd.session());
      }
      assertThatThrownBy(odd::session)
          .isInstanceOf(RpcException.RemoteFailure.class)
          .hasMessageContaining("exports");
      assertThat(served.sessionsClosed).hasValue(1);
      sessions.forEach(Session::close);
      assertThat(odd.session().value()).isEqualTo(7);
    }
    assertThat(served.sessionsClosed).hasValue(Rpc.EXPORTS + 2);
  }

  @ParameterizedTest
  @EnumSource
  void aReplyLargerThanTheLimitsFailsItsCallAndItsHandlesClose(Mode mode) throws Exception {
    ChannelOptions channel = fixture.options();
    RpcOptions little =
        options(mode).withChannel(channel.withLimits(channel.limits().withMessageBytes(10_000)));
    Served served = new Served();
    for (boolean limitOfClient : new boolean[] {true, false}) {
      try (Sides sides =
          serve(
              Odd.class, caller -> served, limitOfClient ? options(mode) : little, limitOfClient ? little : options())) {
        Odd odd = sides.remote(Odd.class);
        try (IpcSender<String> fits = odd.letter(5_000).sender()) {
          fits.send("fits");
        }
        closeSent(served);
        assertThatThrownBy(() -> odd.letter(20_000))
            .isInstanceOfSatisfying(
                RpcException.RemoteFailure.class,
                e -> {
                  assertThat(e.type()).endsWith("LimitExceededException");
                  assertThat(e.mayHaveExecuted()).isTrue();
                });
        IpcChannel<String> sent = java.util.Objects.requireNonNull(served.sent.get());
        assertThatThrownBy(sent.receiver()::receive).isInstanceOf(DisconnectedException.class);
        closeSent(served);
        assertThat(odd.add(1, 2)).isEqualTo(3);
      }
    }
  }

  private static void closeSent(Served served) {
    java.util.Objects.requireNonNull(served.sent.get()).close();
  }

  /** And each call, and each answer that no thread waits for, sent the thread that receives to sleep for a moment. */
  @Test
  void tenThousandCallsMayBeInFlightAndNotOneMore() throws Exception {
    int many = 10_000;
    Served served = new Served();
    RpcOptions options = options(Mode.CONCURRENT).withCallsInFlight(many).withWhenFull(WhenFull.FAIL);
    try (Sides sides = serve(Odd.class, caller -> served, options, options)) {
      Odd odd = sides.remote(Odd.class);
      long begun = System.nanoTime();
      List<CompletableFuture<Integer>> all = new ArrayList<>();
      for (int i = 0; i < many; i++) {
        all.add(odd.later());
      }
      assertThatThrownBy(() -> odd.add(1, 2)).isInstanceOf(RpcException.LimitReached.class);
      served.promise.complete(5);
      CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(HANG.toSeconds(), TimeUnit.SECONDS);
      assertThat(System.nanoTime() - begun).as("a nap for each").isLessThan(many * Pump.NAP_NANOS);
      for (CompletableFuture<Integer> one : all) {
        assertThat(one.join()).isEqualTo(5);
      }
      assertThat(odd.add(1, 2)).isEqualTo(3);
    }
  }

  /** They did not fit into the limit, and nobody said anything. */
  @ParameterizedTest
  @EnumSource
  void failuresAreToldHoweverLittleTheLimitsAre(Mode mode) throws Exception {
    ChannelOptions channel = fixture.options();
    RpcOptions little = options(mode).withChannel(channel.withLimits(channel.limits().withMessageBytes(100)));
    for (boolean limitOfClient : new boolean[] {true, false}) {
      RpcOptions there = limitOfClient ? options(mode) : little;
      RpcOptions here = limitOfClient ? little : options(mode);
      try (Sides sides = serve(Odd.class, caller -> new Served(), there, here)) {
        Odd odd = sides.remote(Odd.class);
        assertThat(odd.add(1, 2)).isEqualTo(3);
        assertThatThrownBy(odd::throwsFromFarBelow)
            .isInstanceOfSatisfying(
                RpcException.RemoteFailure.class, e -> assertThat(e.frames()).hasSizeGreaterThan(20));
        assertThat(odd.length("x".repeat(50))).isEqualTo(50);
        assertThatThrownBy(() -> odd.length("x".repeat(200)))
            .isInstanceOfSatisfying(
                RpcException.LimitReached.class, e -> assertThat(e.mayHaveExecuted()).isFalse());
        assertThat(odd.add(2, 2)).isEqualTo(4);
      }
    }
  }

  /** Calls that were not nested at all were refused as well. */
  @ParameterizedTest
  @EnumSource
  void whereNothingMayBeNestedPlainCallsAreMade(Mode mode) throws Exception {
    RpcOptions flat = options(mode).withNesting(0);
    try (Sides sides = serve(Odd.class, caller -> new Served(), flat, flat)) {
      Odd odd = sides.remote(Odd.class);
      assertThat(odd.add(1, 2)).isEqualTo(3);
      assertThatThrownBy(() -> odd.sessionsValue(new Seven()))
          .isInstanceOf(RpcException.RemoteFailure.class)
          .hasMessageContaining("LimitReached");
      assertThat(odd.add(1, 2)).isEqualTo(3);
    }
  }

  /** It kept all of them, with their arguments, until it was complete. */
  @ParameterizedTest
  @EnumSource
  void aFutureKeepsNoCallThatHasRunOnItsBehalf(Mode mode) throws Exception {
    int times = 300;
    try (Sides sides = serve(Odd.class, new Served(), mode)) {
      AtomicInteger most = new AtomicInteger();
      Session session =
          new Seven() {
            @Override
            public int value() {
              sides.client().connection.calls().all().forEach(call -> most.accumulateAndGet(call.backlog(), Math::max));
              return super.value();
            }
          };
      CompletableFuture<Integer> sum = sides.remote(Odd.class).asksOften(session, times);
      assertThat(sum.get(HANG.toSeconds(), TimeUnit.SECONDS)).isEqualTo(7 * times);
      assertThat(most.get()).isLessThanOrEqualTo(1);
    }
  }

  private static class Seven implements Session {
    @Override
    public int value() {
      return 7;
    }

    @Override
    public void close() {}
  }
}
