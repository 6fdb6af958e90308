package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.ValueLayout;
import java.time.Duration;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.OpaqueReceiver;
import org.ferryipc.core.OpaqueSender;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;

/** Ends and messages whose type is not known: they lose nothing on the way. */
public abstract class OpaqueContract extends Contract {
  protected OpaqueContract(Fixture fixture) {
    super(fixture);
  }

  @Test
  void anEndLosesItsTypeAndGetsItBack() throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      words.sender().send("before");
      OpaqueSender sender = words.sender().opaque();
      OpaqueReceiver receiver = words.receiver().opaque();
      assertThat(words.sender().state()).isEqualTo(new HandleState.Moved("opaque()"));
      assertThat(words.receiver().state()).isEqualTo(new HandleState.Moved("opaque()"));
      try (IpcSender<String> typedSender = sender.typed(String.class);
          IpcReceiver<String> typedReceiver = receiver.typed(String.class)) {
        assertThat(sender.state()).isEqualTo(new HandleState.Moved("typed()"));
        typedSender.send("after");
        assertThat(typedReceiver.receive()).isEqualTo("before");
        assertThat(typedReceiver.receive()).isEqualTo("after");
      }
    }
  }

  @Test
  void opaqueEndsTravelAndWorkWhereTheyArrive() throws Exception {
    try (IpcChannel<Ends> way = channel(Ends.class);
        IpcChannel<String> a = channel(String.class);
        IpcChannel<String> b = channel(String.class)) {
      way.sender().send(new Ends(a.sender().opaque(), b.receiver().opaque()));
      try (Delivery<Ends> arrived = way.receiver().take();
          IpcSender<String> sender = arrived.value().sender().typed(String.class);
          IpcReceiver<String> receiver = arrived.value().receiver().typed(String.class)) {
        sender.send("to a");
        assertThat(a.receiver().receive()).isEqualTo("to a");
        b.sender().send("to b");
        assertThat(receiver.receive()).isEqualTo("to b");
      }
    }
  }

  @Test
  void aMessageIsForwardedUndecodedWithItsHandles() throws Exception {
    try (IpcChannel<Cargo> first = channel(Cargo.class);
        IpcChannel<Cargo> second = channel(Cargo.class);
        Freight freight = new Freight(this, "cargo");
        OpaqueReceiver in = first.receiver().opaque();
        OpaqueSender out = second.sender().opaque()) {
      first.sender().send(freight.cargo());
      try (OpaqueMessage message = in.receive()) {
        assertThat(message.handleCount()).isEqualTo(freight.handles().size());
        assertThat(message.bytes().byteSize()).isPositive();
        out.send(message);
        assertThatThrownBy(() -> out.send(message)).isInstanceOf(HandleClosedException.class);
        assertThatThrownBy(() -> message.decode(Cargo.class)).isInstanceOf(HandleClosedException.class);
      }
      try (Delivery<Cargo> arrived = second.receiver().take()) {
        freight.assertArrives(arrived);
      }
    }
  }

  @Test
  void aMessageThatWasNotForwardedIsAsBefore() throws Exception {
    try (IpcChannel<Cargo> first = channel(Cargo.class);
        Freight freight = new Freight(this, "cargo");
        OpaqueReceiver in = first.receiver().opaque()) {
      first.sender().send(freight.cargo());
      OpaqueMessage message = in.receive();
      try (IpcChannel<String> gone = channel(String.class);
          OpaqueSender nowhere = gone.sender().opaque()) {
        gone.receiver().close();
        assertThatThrownBy(() -> nowhere.send(message)).isInstanceOf(DisconnectedException.class);
      }
      try (IpcChannel<String> full = channel(String.class)) {
        fill(full.sender());
        OpaqueSender clogged = full.sender().opaque();
        assertThat(clogged.trySend(message)).isFalse();
        assertThat(clogged.trySend(message, Duration.ofMillis(5))).isFalse();
        InBackground<Object> send =
            InBackground.start(
                    () -> {
                      clogged.send(message);
                      return null;
                    })
                .untilItWaits();
        send.interrupt();
        assertThat(send.failure()).isInstanceOf(InterruptedException.class);
        clogged.close();
        assertThatThrownBy(() -> clogged.send(message)).isInstanceOf(HandleClosedException.class);
      }
      try (Delivery<Cargo> arrived = message.decode(Cargo.class)) {
        freight.assertArrives(arrived);
      }
    }
  }

  @Test
  void aMessageThatNobodyWantsClosesItsHandles() throws Exception {
    try (IpcChannel<End> way = channel(End.class);
        IpcChannel<String> words = channel(String.class);
        OpaqueReceiver in = way.receiver().opaque()) {
      way.sender().send(new End(words.sender()));
      OpaqueMessage message = in.receive();
      assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
      message.close();
      message.close();
      assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
      assertThatThrownBy(() -> message.decode(End.class)).isInstanceOf(HandleClosedException.class);
    }
  }

  @Test
  void aMessageOfAnotherTypeClosesItsHandlesAndIsSpent() throws Exception {
    try (IpcChannel<End> way = channel(End.class);
        IpcChannel<String> words = channel(String.class);
        OpaqueReceiver in = way.receiver().opaque()) {
      way.sender().send(new End(words.sender()));
      try (OpaqueMessage message = in.receive()) {
        assertThatThrownBy(() -> message.decode(String.class)).isInstanceOf(SerializationException.class);
        assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
        assertThatThrownBy(() -> message.decode(End.class)).isInstanceOf(HandleClosedException.class);
      }
    }
  }

  @Test
  void bytesBecomeAMessage() throws Exception {
    try (IpcChannel<String> words = channel(String.class);
        IpcChannel<String> again = channel(String.class);
        OpaqueReceiver in = words.receiver().opaque();
        OpaqueSender out = again.sender().opaque()) {
      words.sender().send("as bytes");
      try (OpaqueMessage message = in.receive();
          OpaqueMessage copy = OpaqueMessage.of(message.bytes().toArray(ValueLayout.JAVA_BYTE))) {
        assertThat(message.bytes().isReadOnly()).isTrue();
        out.send(copy);
      }
      assertThat(again.receiver().receive()).isEqualTo("as bytes");
      try (OpaqueMessage rubbish = OpaqueMessage.of(new byte[] {1, 2, 3})) {
        out.send(rubbish);
      }
      assertThatThrownBy(() -> again.receiver().receive()).isInstanceOf(SerializationException.class);
    }
  }

  @Test
  void undecodedReceivingHasTheSameOutcomes() throws Exception {
    try (IpcChannel<String> words = channel(String.class);
        OpaqueReceiver in = words.receiver().opaque()) {
      assertThat(in.tryReceive()).isInstanceOf(Received.Empty.class);
      assertThat(in.tryReceive(Duration.ofMillis(1))).isInstanceOf(Received.Empty.class);
      words.sender().send("word");
      assertThat(in.tryReceive(Duration.ofHours(1)))
          .isInstanceOfSatisfying(
              Received.Message.class, found -> assertThat(((OpaqueMessage) found.value()).handleCount()).isZero());
      words.sender().close();
      assertThat(in.tryReceive()).isInstanceOf(Received.Closed.class);
      assertThatThrownBy(in::receive).isInstanceOf(DisconnectedException.class);
    }
  }

  record Ends(OpaqueSender sender, OpaqueReceiver receiver) {}

  record End(IpcSender<String> end) {}
}
