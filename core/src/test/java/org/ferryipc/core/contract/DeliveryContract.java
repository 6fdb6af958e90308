package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Handle;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.Handles;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OpaqueSender;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;

/** Handles that arrive are somebody's on every path: taken, kept, or closed. */
public abstract class DeliveryContract extends Contract {
  protected DeliveryContract(Fixture fixture) {
    super(fixture);
  }

  @Test
  void closingADeliveryClosesWhatNobodyTook() throws Exception {
    try (IpcChannel<Cargo> way = channel(Cargo.class);
        Freight freight = new Freight(this, "cargo")) {
      way.sender().send(freight.cargo());
      Delivery<Cargo> delivery = way.receiver().take();
      List<Handle> arrived = Handles.in(delivery.value());
      assertThat(arrived).hasSize(delivery.handleCount());
      delivery.close();
      delivery.close();
      assertThat(arrived).allMatch(handle -> handle.state() == HandleState.Closed.INSTANCE);
    }
  }

  @Test
  void aTryGivesADeliveryToo() throws Exception {
    try (IpcChannel<Cargo> way = channel(Cargo.class);
        Freight freight = new Freight(this, "cargo")) {
      assertThat(way.receiver().tryTake()).isInstanceOf(Received.Empty.class);
      assertThat(way.receiver().tryTake(Duration.ofMillis(1))).isInstanceOf(Received.Empty.class);
      way.sender().send(freight.cargo());
      List<Handle> arrived;
      switch (way.receiver().tryTake(Duration.ofMinutes(1))) {
        case Received.Message<Delivery<Cargo>>(Delivery<Cargo> delivery) -> {
          arrived = Handles.in(delivery.value());
          delivery.close();
        }
        case Received.Empty<Delivery<Cargo>> e -> throw new AssertionError(e);
        case Received.Closed<Delivery<Cargo>> c -> throw new AssertionError(c);
      }
      assertThat(arrived).allMatch(handle -> handle.state() == HandleState.Closed.INSTANCE);
      way.sender().close();
      assertThat(way.receiver().tryTake()).isInstanceOf(Received.Closed.class);
    }
  }

  @Test
  void aDeliveryLeavesWhatWasMovedConvertedOrClosed() throws Exception {
    try (IpcChannel<Three> way = channel(Three.class);
        IpcChannel<String> words = channel(String.class);
        IpcChannel<IpcSender<String>> onward = channel(new MessageType<IpcSender<String>>() {})) {
      way.sender().send(new Three(words.sender().share(), words.sender().share(), words.sender().share()));
      OpaqueSender converted;
      try (Delivery<Three> delivery = way.receiver().take()) {
        onward.sender().send(delivery.value().moved());
        converted = delivery.value().converted().opaque();
        delivery.value().closed().close();
      }
      words.sender().close();
      assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
      converted.close();
      assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
      onward.receiver().receive().close();
      assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    }
  }

  @Test
  void whatIsKeptSurvivesItsDelivery() throws Exception {
    try (IpcChannel<IpcSender<String>> way = channel(new MessageType<IpcSender<String>>() {});
        IpcChannel<String> words = channel(String.class)) {
      way.sender().send(words.sender());
      IpcSender<String> kept;
      try (Delivery<IpcSender<String>> delivery = way.receiver().take()) {
        kept = delivery.keep();
      }
      kept.send("kept");
      assertThat(words.receiver().receive()).isEqualTo("kept");
      kept.close();
    }
  }

  @Test
  void forEachClosesWhatItsActionLeaves() throws Exception {
    try (IpcChannel<IpcSender<String>> way = channel(new MessageType<IpcSender<String>>() {});
        IpcChannel<String> words = channel(String.class)) {
      way.sender().send(words.sender().share());
      way.sender().send(words.sender());
      way.sender().close();
      way.receiver().forEach(sender -> assertThat(sender.state()).isEqualTo(HandleState.Open.INSTANCE));
      assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    }
  }

  @Test
  void anActionThatThrowsStillHasItsHandlesClosed() throws Exception {
    try (IpcChannel<IpcSender<String>> way = channel(new MessageType<IpcSender<String>>() {});
        IpcChannel<String> words = channel(String.class)) {
      way.sender().send(words.sender());
      assertThatThrownBy(
              () ->
                  way.receiver()
                      .forEach(
                          sender -> {
                            throw new UnsupportedOperationException("the action's own");
                          }))
          .isInstanceOf(UnsupportedOperationException.class);
      assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    }
  }

  @Test
  void aMessageThatDoesNotDecodeClosesItsHandlesAndCostsNoOther() throws Exception {
    try (IpcChannel<Three> way = channel(Three.class);
        IpcChannel<String> words = channel(String.class)) {
      way.sender().send(new Three(words.sender().share(), words.sender().share(), words.sender()));
      try (var retyped = way.receiver().opaque().typed(Number.class);
          IpcSender<Number> numbers = way.sender().opaque().typed(Number.class)) {
        assertThatThrownBy(retyped::receive)
            .isInstanceOf(SerializationException.class);
        assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
        numbers.send(new Number(7));
        assertThat(retyped.receive()).isEqualTo(new Number(7));
      }
    }
  }

  @Test
  void aMessageThatFailsAfterAHandleWasTakenFromItClosesThatToo() throws Exception {
    try (IpcChannel<Three> way = channel(Three.class);
        IpcChannel<String> words = channel(String.class)) {
      way.sender().send(new Three(words.sender().share(), words.sender().share(), words.sender()));
      try (var demanding = way.receiver().opaque().typed(Demanding.class)) {
        assertThatThrownBy(demanding::take).isInstanceOf(SerializationException.class).hasMessageContaining("absent");
      }
      assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    }
  }

  @Test
  void aHandleThatTheReceiversTypeDoesNotKnowIsClosed() throws Exception {
    try (IpcChannel<Three> way = channel(Three.class);
        IpcChannel<String> words = channel(String.class)) {
      way.sender().send(new Three(words.sender().share(), words.sender().share(), words.sender()));
      try (var fewer = way.receiver().opaque().typed(One.class);
          Delivery<One> delivery = fewer.take()) {
        assertThat(delivery.handleCount()).isEqualTo(1);
        delivery.value().moved().send("mine");
        assertThat(words.receiver().receive()).isEqualTo("mine");
      }
      assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    }
  }

  @Test
  void aHandleOfAnotherKindThanDeclaredIsRefusedAndClosed() throws Exception {
    try (IpcChannel<One> way = channel(One.class);
        IpcChannel<String> words = channel(String.class)) {
      way.sender().send(new One(words.sender()));
      try (var wrong = way.receiver().opaque().typed(OneReceiver.class)) {
        assertThatThrownBy(wrong::receive)
            .isInstanceOf(SerializationException.class)
            .hasMessageContaining("SENDER")
            .hasMessageContaining("RECEIVER");
      }
      assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    }
  }

  record Three(IpcSender<String> moved, IpcSender<String> converted, IpcSender<String> closed) {}

  record Demanding(IpcSender<String> moved, int absent) {}

  record One(IpcSender<String> moved) {}

  record OneReceiver(IpcReceiver<String> moved) {}

  record Number(int value) {}
}
