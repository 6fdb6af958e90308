package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.Limits;
import org.ferryipc.core.OpaqueReceiver;
import org.ferryipc.core.OpaqueSender;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleInUseException;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A send that fails moves nothing, whatever made it fail: every handle works as before, the next message carries just
 * its own handles, and the same message can be sent again.
 */
public abstract class FailedSendContract extends Contract {
  private IpcChannel<Cargo> way;
  private Freight freight;

  protected FailedSendContract(Fixture fixture) {
    super(fixture);
  }

  @BeforeEach
  void load() throws Exception {
    way = channel(Cargo.class);
    freight = new Freight(this, "cargo");
  }

  @AfterEach
  void unload() {
    freight.close();
    way.close();
  }

  /** The state that every test here ends in. */
  private void assertNothingMoved() throws Exception {
    freight.assertHere();
    try (IpcChannel<Cargo> another = channel(Cargo.class);
        Freight next = new Freight(this, "next")) {
      next.assertPasses(another);
      freight.assertPasses(another);
    }
  }

  /** As {@link #assertNothingMoved}, where the way itself still works. */
  private void assertNothingMovedAndTheWayIsClear() throws Exception {
    freight.assertHere();
    try (Freight next = new Freight(this, "next")) {
      next.assertPasses(way);
    }
    freight.assertPasses(way);
  }

  @Test
  void aGetterThrowsAfterHandlesWereLeased() throws Throwable {
    RuntimeException thrown = new RuntimeException("in a getter");
    InGetter.during(
        () -> {
          assertThat(freight.handles()).allMatch(handle -> handle.state() == HandleState.Leased.INSTANCE);
          throw thrown;
        },
        () ->
            assertThatThrownBy(() -> way.sender().send(freight.cargo()))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("Cargo")
                .hasStackTraceContaining("in a getter"));
    assertNothingMovedAndTheWayIsClear();
  }

  @Test
  void aGetterThrowsAnError() throws Throwable {
    Error thrown = new AssertionError("on purpose");
    InGetter.during(
        () -> {
          throw thrown;
        },
        () -> assertThat(catchThrowable(() -> way.sender().send(freight.cargo()))).isSameAs(thrown));
    assertNothingMovedAndTheWayIsClear();
  }

  @Test
  void aGetterOverflowsTheStack() throws Throwable {
    InGetter.during(
        () -> {
          throw new StackOverflowError();
        },
        () ->
            assertThatThrownBy(() -> way.sender().send(freight.cargo())).isInstanceOf(SerializationException.class));
    assertNothingMovedAndTheWayIsClear();
  }

  @Test
  void theMessageIsTooLarge() throws Exception {
    try (IpcChannel<Cargo> narrow = channel(Cargo.class, Limits.DEFAULT.withMessageBytes(20))) {
      assertThatThrownBy(() -> narrow.sender().send(freight.cargo()))
          .isInstanceOfSatisfying(
              LimitExceededException.class,
              e -> {
                assertThat(e.limit()).isEqualTo("messageBytes");
                assertThat(e.allowed()).isEqualTo(20);
                assertThat(e.asked()).isGreaterThan(20);
              });
    }
    assertNothingMoved();
  }

  @Test
  void theMessageHasTooManyHandles() throws Exception {
    int count = freight.handles().size();
    try (IpcChannel<Cargo> narrow = channel(Cargo.class, Limits.DEFAULT.withHandles(count - 1))) {
      assertThatThrownBy(() -> narrow.sender().send(freight.cargo()))
          .isInstanceOfSatisfying(
              LimitExceededException.class,
              e -> {
                assertThat(e.limit()).isEqualTo("handles");
                assertThat(e.allowed()).isEqualTo(count - 1);
                assertThat(e.asked()).isEqualTo(count);
              });
    }
    assertNothingMoved();
  }

  @Test
  void theQueueIsFullAndTheSenderOnlyTries() throws Exception {
    clog();
    assertThat(way.sender().trySend(freight.cargo())).isFalse();
    assertNothingMoved();
  }

  @Test
  void theQueueStaysFullUntilTheTimeIsUp() throws Exception {
    clog();
    assertThat(way.sender().trySend(freight.cargo(), Duration.ofMillis(20))).isFalse();
    assertNothingMoved();
  }

  @Test
  void theReceiverIsGone() throws Exception {
    way.receiver().close();
    assertThatThrownBy(() -> way.sender().send(freight.cargo())).isInstanceOf(DisconnectedException.class);
    assertThatThrownBy(() -> way.sender().trySend(freight.cargo())).isInstanceOf(DisconnectedException.class);
    assertNothingMoved();
  }

  @Test
  void theReceiverGoesWhileTheSenderWaits() throws Exception {
    clog();
    InBackground<?> send = sendInBackground();
    way.receiver().close();
    assertThat(send.failure()).isInstanceOf(DisconnectedException.class);
    assertNothingMoved();
  }

  @Test
  void theSenderIsInterruptedWhileItWaits() throws Exception {
    clog();
    InBackground<?> send = sendInBackground();
    send.interrupt();
    assertThat(send.failure()).isInstanceOf(InterruptedException.class);
    assertNothingMoved();
  }

  @Test
  void theSenderIsClosedWhileItWaits() throws Exception {
    clog();
    InBackground<?> send = sendInBackground();
    way.sender().close();
    assertThat(send.failure()).isInstanceOf(HandleClosedException.class);
    assertNothingMoved();
  }

  @Test
  void theSenderIsMovedAwayWhileItWaits() throws Exception {
    clog();
    InBackground<?> send = sendInBackground();
    try (OpaqueSender moved = way.sender().opaque()) {
      assertThat(send.failure()).isInstanceOf(HandleMovedException.class);
      assertThat(moved.state()).isEqualTo(HandleState.Open.INSTANCE);
    }
    assertNothingMoved();
  }

  @Test
  void aHandleAmongOthersWasMovedBefore() throws Exception {
    IpcChannel<String> lost = channel(String.class);
    try (OpaqueReceiver moved = lost.receiver().opaque();
        IpcChannel<Crowd> crowds = channel(Crowd.class)) {
      Crowd crowd = new Crowd(freight.cargo(), lost.receiver());
      assertThatThrownBy(() -> crowds.sender().send(crowd))
          .isInstanceOfSatisfying(HandleMovedException.class, e -> assertThat(e.mover()).isEqualTo("opaque()"));
      assertThat(moved.state()).isEqualTo(HandleState.Open.INSTANCE);
    } finally {
      lost.close();
    }
    assertNothingMoved();
  }

  @Test
  void aHandleAmongOthersWasClosedBefore() throws Exception {
    try (IpcChannel<String> lost = channel(String.class);
        IpcChannel<Crowd> crowds = channel(Crowd.class)) {
      lost.receiver().close();
      assertThatThrownBy(() -> crowds.sender().send(new Crowd(freight.cargo(), lost.receiver())))
          .isInstanceOf(HandleClosedException.class);
    }
    assertNothingMoved();
  }

  @Test
  void theSameHandleStandsInItTwice() throws Exception {
    try (IpcChannel<Crowd> crowds = channel(Crowd.class)) {
      assertThatThrownBy(() -> crowds.sender().send(new Crowd(freight.cargo(), freight.cargo().b())))
          .isInstanceOf(HandleInUseException.class);
    }
    assertNothingMoved();
  }

  /** More handles beside the cargo's, met after them. */
  record Crowd(Cargo cargo, IpcReceiver<String> z) {}

  // The queue belongs to the channel, not to the type of its messages.
  private void clog() throws Exception {
    try (IpcChannel<Cargo> old = way) {
      IpcChannel<String> words = channel(String.class);
      fill(words.sender());
      way = new IpcChannel<>(words.sender().opaque().typed(Cargo.class), words.receiver().opaque().typed(Cargo.class));
      assertThat(old.sender().state()).isEqualTo(HandleState.Open.INSTANCE);
    }
  }

  private InBackground<?> sendInBackground() {
    return InBackground.start(
            () -> {
              way.sender().send(freight.cargo());
              return null;
            })
        .untilItWaits();
  }
}
