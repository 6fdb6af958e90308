package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.concurrent.CyclicBarrier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleInUseException;
import org.ferryipc.core.failure.HandleMovedException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.transport.EndAccess;
import org.junit.jupiter.api.Test;

/** A handle in a message that is being sent, and a handle on which a call runs: who gives way, and who is told. */
public abstract class LeaseContract extends Contract {
  protected LeaseContract(Fixture fixture) {
    super(fixture);
  }

  @Test
  void everyUseOfALeasedHandleFailsAtOnce() throws Throwable {
    try (IpcChannel<Cargo> way = channel(Cargo.class);
        Freight freight = new Freight(this, "cargo")) {
      Cargo cargo = freight.cargo();
      InGetter.during(
          () -> {
            for (ThrowingCallable use : Uses.of(cargo)) {
              assertThatThrownBy(use).isInstanceOf(HandleInUseException.class);
            }
          },
          () -> freight.assertPasses(way));
    }
  }

  @Test
  void theSameHandleInTwoMessagesGoesWithTheFirst() throws Throwable {
    try (IpcChannel<Cargo> way = channel(Cargo.class);
        IpcChannel<Ends> other = channel(Ends.class);
        Freight freight = new Freight(this, "cargo")) {
      Cargo cargo = freight.cargo();
      InGetter.during(
          () ->
              assertThatThrownBy(() -> other.sender().send(new Ends(cargo.a(), cargo.b())))
                  .isInstanceOf(HandleInUseException.class),
          () -> freight.assertPasses(way));
      assertThat(other.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
    }
  }

  @Test
  void closingALeasedHandleIsForgottenWhenItsMessageIsSent() throws Throwable {
    try (IpcChannel<Cargo> way = channel(Cargo.class);
        Freight freight = new Freight(this, "cargo")) {
      InGetter.during(
          () -> {
            freight.cargo().a().close();
            freight.cargo().b().close();
            assertThat(freight.cargo().a().state()).isEqualTo(HandleState.Leased.INSTANCE);
          },
          () -> freight.assertPasses(way));
      freight.cargo().a().close();
      freight.assertGone("send on IpcSender<Cargo>");
    }
  }

  @Test
  void closingALeasedHandleHappensWhenItsMessageIsNotSent() throws Throwable {
    try (IpcChannel<Cargo> way = channel(Cargo.class);
        Freight freight = new Freight(this, "cargo");
        IpcChannel<String> words = channel(String.class)) {
      Cargo loaded = freight.cargo();
      Cargo cargo =
          new Cargo(
              words.sender(), loaded.b(), loaded.c(), loaded.d(), loaded.e(), loaded.f(), loaded.g(), loaded.h(),
              loaded.i(), "cargo");
      InGetter.during(
          () -> {
            words.sender().close();
            throw new RuntimeException("and then the getter fails");
          },
          () -> assertThatThrownBy(() -> way.sender().send(cargo)).isInstanceOf(SerializationException.class));
      assertThat(words.sender().state()).isEqualTo(HandleState.Closed.INSTANCE);
      assertThatThrownBy(() -> words.sender().send("no")).isInstanceOf(HandleClosedException.class);
      assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
      freight.assertHere();
      freight.assertPasses(way);
    }
  }

  @Test
  void aReceiverIsNotMovedFromUnderABlockedReceive() throws Exception {
    try (IpcChannel<Ends> way = channel(Ends.class);
        IpcChannel<String> free = channel(String.class);
        IpcChannel<String> busy = channel(String.class)) {
      InBackground<String> receive = InBackground.start(() -> busy.receiver().receive()).untilItWaits();
      assertThatThrownBy(() -> way.sender().send(new Ends(free.sender(), busy.receiver())))
          .isInstanceOf(HandleInUseException.class);
      assertThatThrownBy(() -> busy.receiver().opaque()).isInstanceOf(HandleInUseException.class);
      assertThat(receive.isDone()).isFalse();
      busy.sender().send("still yours");
      assertThat(receive.result()).isEqualTo("still yours");
      assertPasses(way, free, busy);
    }
  }

  @Test
  void aReceiverIsNotMovedFromUnderAnAsynchronousReceive() throws Exception {
    try (IpcChannel<Ends> way = channel(Ends.class);
        IpcChannel<String> free = channel(String.class);
        IpcChannel<String> busy = channel(String.class)) {
      Object unused = EndAccess.get().hold(busy.receiver());
      assertThatThrownBy(() -> way.sender().send(new Ends(free.sender(), busy.receiver())))
          .isInstanceOf(HandleInUseException.class);
      EndAccess.get().drop(busy.receiver());
      assertPasses(way, free, busy);
    }
  }

  @Test
  void aReceiverThatIsClosedUnderAnAsynchronousReceiveIsFreedAtItsEnd() throws Exception {
    try (IpcChannel<String> busy = channel(String.class)) {
      Object unused = EndAccess.get().hold(busy.receiver());
      busy.receiver().close();
      assertThat(busy.receiver().state()).isEqualTo(HandleState.Closed.INSTANCE);
      EndAccess.get().drop(busy.receiver());
      assertThatThrownBy(() -> busy.sender().send("nobody"))
          .isInstanceOf(DisconnectedException.class);
    }
  }

  @Test
  void aSendMayCarryTheReferenceItIsSentThrough() throws Exception {
    try (IpcChannel<Self> way = channel(Self.class)) {
      way.sender().send(new Self(way.sender()));
      assertThat(way.sender().state()).isEqualTo(new HandleState.Moved("send on IpcSender<Self>"));
      assertThatThrownBy(() -> way.sender().send(new Self(way.sender()))).isInstanceOf(HandleMovedException.class);
      Self arrived = way.receiver().receive();
      arrived.sender().send(new Self(arrived.sender()));
      try (Delivery<Self> again = way.receiver().take()) {
        assertThat(again.handleCount()).isEqualTo(1);
      }
      assertThat(way.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    }
  }

  @Test
  void aSendThatCarriesItsOwnReferenceAndFailsLeavesItUsable() throws Exception {
    try (IpcChannel<Self> way = channel(Self.class)) {
      while (true) {
        IpcSender<Self> reference = way.sender().share();
        if (!reference.trySend(new Self(reference))) {
          assertThat(reference.state()).isEqualTo(HandleState.Open.INSTANCE);
          reference.close();
          break;
        }
      }
    }
  }

  @Test
  void twoThreadsThatSendTwoSendersThroughEachOtherDoNotWait() throws Exception {
    try (IpcChannel<Swap> a = channel(Swap.class);
        IpcChannel<Swap> b = channel(Swap.class)) {
      // Each has begun its call on its own sender before the other's message takes that sender.
      CyclicBarrier bothCalled = new CyclicBarrier(2);
      InBackground<Throwable> bThroughA = swap(a.sender(), b.sender(), bothCalled);
      InBackground<Throwable> aThroughB = swap(b.sender(), a.sender(), bothCalled);
      assertOutcome(bThroughA.result(), b.sender());
      assertOutcome(aThroughB.result(), a.sender());
      drain(a.receiver());
      drain(b.receiver());
    }
  }

  @Test
  void twoThreadsThatSendTwoSendersThroughEachOtherAtAnyMomentDoNotWait() throws Exception {
    for (int round = 0; round < 200; round++) {
      twoSwapsThatRace();
    }
  }

  private void twoSwapsThatRace() throws Exception {
    try (IpcChannel<Swap> a = channel(Swap.class);
        IpcChannel<Swap> b = channel(Swap.class)) {
      InBackground<Throwable> bThroughA = swap(a.sender(), b.sender(), new CyclicBarrier(1));
      Throwable aThroughB = catchThrowable(() -> b.sender().send(new Swap("", a.sender())));
      assertOutcome(bThroughA.result(), b.sender());
      assertOutcome(aThroughB, a.sender());
      drain(a.receiver());
      drain(b.receiver());
    }
  }

  private static InBackground<Throwable> swap(IpcSender<Swap> through, IpcSender<Swap> what, CyclicBarrier begun) {
    return InBackground.start(
        () ->
            catchThrowable(
                () -> InGetter.during(begun::await, () -> through.send(new Swap("", what)))));
  }

  private static void assertOutcome(Throwable failure, IpcSender<Swap> what) {
    if (failure == null) {
      assertThat(what.state()).isEqualTo(new HandleState.Moved("send on IpcSender<Swap>"));
    } else {
      assertThat(failure).isInstanceOfAny(HandleInUseException.class, HandleMovedException.class);
    }
  }

  private static void drain(IpcReceiver<Swap> receiver) throws Exception {
    while (receiver.tryReceive(Duration.ZERO) instanceof Received.Message<Swap>(Swap found)) {
      found.z().close();
    }
  }

  private static void assertPasses(IpcChannel<Ends> way, IpcChannel<String> a, IpcChannel<String> b) throws Exception {
    way.sender().send(new Ends(a.sender(), b.receiver()));
    try (Delivery<Ends> arrived = way.receiver().take()) {
      arrived.value().a().send("to a");
      assertThat(a.receiver().receive()).isEqualTo("to a");
      b.sender().send("to b");
      assertThat(arrived.value().b().receive()).isEqualTo("to b");
    }
  }

  record Ends(IpcSender<String> a, IpcReceiver<String> b) {}

  record Self(IpcSender<Self> sender) {}

  /** A getter runs before the handle is met. */
  record Swap(String a, IpcSender<Swap> z) {
    @Override
    public String a() {
      InGetter.run();
      return a;
    }
  }
}
