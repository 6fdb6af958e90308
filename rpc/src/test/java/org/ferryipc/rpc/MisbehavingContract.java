package org.ferryipc.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.contract.Fixture;
import org.ferryipc.core.failure.DisconnectedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A program that does odd things in its calls costs itself no more than those. */
abstract class MisbehavingContract extends OddContract {
  MisbehavingContract(Fixture fixture) {
    super(fixture);
  }

  /** Cancelling it threw on the thread that receives, and the connection ended. */
  @ParameterizedTest
  @EnumSource
  void aFutureThatNobodyCanCancelCostsItsCallAlone(Mode mode) throws Exception {
    Served served = new Served();
    try (Sides sides = serve(Odd.class, served, mode);
        IpcChannel<String> channel = Ferry.channel(MessageType.of(String.class), fixture.options())) {
      Odd odd = sides.remote(Odd.class);
      CompletionStage<IpcSender<String>> stubborn = odd.stubborn();
      CallingContract.await(served.begun);
      assertThat(stubborn.toCompletableFuture().cancel(true)).isTrue();
      assertThat(odd.add(1, 2)).isEqualTo(3);
      served.never.complete(channel.sender());
      assertThatThrownBy(channel.receiver()::receive).isInstanceOf(DisconnectedException.class);
    }
    assertThat(warnings.texts()).noneMatch(text -> text.contains("fault"));
  }

  /** The connection waited for it for ever, and so did what was exported on it. */
  @Test
  void aFutureThatNeverCompletesDoesNotKeepAConnectionFromEnding() throws Exception {
    Served served = new Served();
    try (IpcChannel<String> channel = Ferry.channel(MessageType.of(String.class), fixture.options())) {
      try (Sides sides = serve(Odd.class, served)) {
        CompletionStage<IpcSender<String>> stubborn = sides.remote(Odd.class).stubborn();
        CallingContract.await(served.begun);
        sides.client().close();
        assertThatThrownBy(() -> stubborn.toCompletableFuture().join())
            .hasCauseInstanceOf(RpcException.MaybeExecuted.class);
      }
      CallingContract.await(served.closed);
      served.never.complete(channel.sender());
      assertThatThrownBy(channel.receiver()::receive).isInstanceOf(DisconnectedException.class);
    }
  }

  /** It ended the one thread on which ordered calls run. */
  @ParameterizedTest
  @EnumSource
  void anExceptionThatCannotBeAskedWhatItSaysFailsItsCall(Mode mode) throws Exception {
    try (Sides sides = serve(Odd.class, new Served(), mode)) {
      Odd odd = sides.remote(Odd.class);
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(odd::throwsWhatThrows)
            .isInstanceOfSatisfying(
                RpcException.RemoteFailure.class, e -> assertThat(e.type()).endsWith("Unspeakable"));
      }
      assertThat(odd.add(1, 2)).isEqualTo(3);
    }
  }

  @Test
  void anExecutorThatFailsCostsTheCall() throws Exception {
    Execution failing =
        Execution.on(
            task -> {
              throw new IllegalStateException("no pool");
            });
    try (Sides sides = serve(Odd.class, caller -> new Served(), options().withExecution(failing), options())) {
      Odd odd = sides.remote(Odd.class);
      assertThatThrownBy(() -> odd.add(1, 1)).isInstanceOf(RpcException.LimitReached.class);
      assertThatThrownBy(() -> odd.add(1, 1)).isInstanceOf(RpcException.LimitReached.class);
    }
  }

  /** Its calls waited for an answer that they themselves should have received. */
  @Test
  void anExecutorThatRunsCallsOnTheThreadThatReceivesMayCallBack() throws Exception {
    RpcOptions inline = options().withExecution(Execution.on(Runnable::run));
    try (Sides sides = serve(Odd.class, caller -> new Served(), inline, inline)) {
      Odd odd = sides.remote(Odd.class);
      for (int i = 0; i < 50; i++) {
        int value = i;
        Session session =
            new Session() {
              @Override
              public int value() {
                return value;
              }

              @Override
              public void close() {}
            };
        assertThat(odd.sessionsValue(session)).isEqualTo(value);
      }
    }
  }

  /** It waited for itself. */
  @ParameterizedTest
  @EnumSource
  void aCallThatShutsItsOwnConnectionDownDoesNotWaitForItself(Mode mode) throws Exception {
    Served served = new Served();
    try (Sides sides = serve(Odd.class, served, mode)) {
      served.connection.set(sides.server());
      assertThatThrownBy(() -> sides.remote(Odd.class).shutsDown())
          .isInstanceOf(RpcException.MaybeExecuted.class)
          .hasMessageContaining("from within");
    }
    CallingContract.await(served.closed);
  }

  @ParameterizedTest
  @EnumSource
  void aCallThatShutsItsServerDownDoesNotWaitForItself(Mode mode) throws Exception {
    Served served = new Served();
    try (RpcServer server = Rpc.serve(Odd.class, caller -> served).with(options(mode)).open()) {
      served.server.set(server);
      Odd odd = Rpc.connect(server.name(), Odd.class, options());
      assertThatThrownBy(odd::shutsDown)
          .isInstanceOf(RpcException.MaybeExecuted.class)
          .hasMessageContaining("from within");
      Rpc.connectionOf(odd).await();
      Rpc.release(odd);
      server.await();
      CallingContract.await(served.closed);
    }
    assertThat(warnings.texts()).noneMatch(text -> text.contains("does not end"));
  }

  /** It ran on the thread that receives, and so nothing else was received. */
  @ParameterizedTest
  @EnumSource
  void whatDependsOnAFutureThatIsCancelledHoldsUpNobody(Mode mode) throws Exception {
    Served served = new Served();
    CountDownLatch cleaning = new CountDownLatch(1);
    var unused =
        served.promise.whenComplete(
            (value, failed) -> {
              cleaning.countDown();
              CallingContract.await(served.go);
            });
    try (Sides sides = serve(Odd.class, served, mode)) {
      Odd odd = sides.remote(Odd.class);
      CompletableFuture<Integer> later = odd.later();
      CallingContract.await(served.begun);
      assertThat(later.cancel(true)).isTrue();
      CallingContract.await(cleaning);
      assertThat(odd.add(1, 2)).isEqualTo(3);
      served.go.countDown();
    } finally {
      served.go.countDown();
    }
  }
}
