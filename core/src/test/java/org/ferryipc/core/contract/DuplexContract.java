package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.DuplexPair;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.PeerIdentity;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleInUseException;
import org.junit.jupiter.api.Test;

/** One channel used both ways: two queues with one pair of ends. */
public abstract class DuplexContract extends Contract {
  protected DuplexContract(Fixture fixture) {
    super(fixture);
  }

  @Test
  void eachDirectionIsAQueueOfItsOwn() throws Exception {
    try (DuplexPair<String, Question> pair =
        Ferry.duplex(MessageType.of(String.class), MessageType.of(Question.class), fixture.options())) {
      pair.left().send("one");
      pair.right().send(new Question(1, null));
      pair.left().send("two");
      pair.right().send(new Question(2, null));
      assertThat(pair.right().receive()).isEqualTo("one");
      assertThat(pair.right().tryReceive()).isEqualTo(new Received.Message<>("two"));
      assertThat(pair.right().tryReceive()).isInstanceOf(Received.Empty.class);
      assertThat(pair.left().receive()).isEqualTo(new Question(1, null));
      assertThat(pair.left().tryReceive(Duration.ofHours(1))).isEqualTo(new Received.Message<>(new Question(2, null)));
      assertThat(pair.left().peer()).isEqualTo(PeerIdentity.UNKNOWN);
    }
  }

  @Test
  void aMessageInEitherDirectionCarriesHandles() throws Exception {
    try (DuplexPair<Question, Question> pair =
            Ferry.duplex(MessageType.of(Question.class), MessageType.of(Question.class), fixture.options());
        IpcChannel<String> words = channel(String.class)) {
      words.sender().send("unread");
      pair.left().send(new Question(1, words.receiver()));
      pair.right().send(new Question(2, pair.right().receive().answers()));
      try (Delivery<Question> back = pair.left().take()) {
        assertThat(back.value().answers().receive()).isEqualTo("unread");
      }
    }
  }

  @Test
  void theEndIsTheSameInBothDirections() throws Exception {
    CloseReason.Closed reason = new CloseReason.Closed(3, "left");
    try (DuplexPair<String, String> pair = duplex()) {
      pair.left().send("last");
      pair.right().send("never read");
      pair.left().close(reason);
      assertThatThrownBy(() -> pair.right().send("no")).isInstanceOf(DisconnectedException.class);
      assertThat(pair.right().receive()).isEqualTo("last");
      assertThat(pair.right().tryReceive()).isEqualTo(new Received.Closed<>(reason));
      assertThat(pair.right().tryReceive()).isEqualTo(new Received.Closed<>(reason));
      assertThatThrownBy(() -> pair.left().send("no")).isInstanceOf(HandleClosedException.class);
      assertThatThrownBy(() -> pair.left().receive()).isInstanceOf(HandleClosedException.class);
    }
  }

  @Test
  void aBlockedReceiveLeavesSendingFree() throws Exception {
    try (DuplexPair<String, String> pair = duplex()) {
      InBackground<String> receive = InBackground.start(pair.left()::receive).untilItWaits();
      pair.left().send("question");
      assertThat(pair.right().receive()).isEqualTo("question");
      pair.right().send("answer");
      assertThat(receive.result()).isEqualTo("answer");
    }
  }

  @Test
  void aBlockedSendLeavesReceivingFree() throws Exception {
    try (DuplexPair<String, String> pair = duplex()) {
      int queued = 0;
      while (pair.left().trySend("filler")) {
        queued++;
      }
      InBackground<Object> send =
          InBackground.start(
                  () -> {
                    pair.left().send("last");
                    return null;
                  })
              .untilItWaits();
      pair.right().send("meanwhile");
      assertThat(pair.left().receive()).isEqualTo("meanwhile");
      for (int i = 0; i < queued; i++) {
        assertThat(pair.right().receive()).isEqualTo("filler");
      }
      assertThat(pair.right().receive()).isEqualTo("last");
      Object unused = send.result();
    }
  }

  @Test
  void bothSidesMaySendMegabytesBeforeEitherReads() throws Exception {
    int size = 16 << 20;
    try (DuplexPair<String, String> pair = duplex()) {
      pair.left().send(text(size));
      pair.right().send(text(size + 1));
      assertThat(pair.right().receive().length()).isEqualTo(size);
      assertThat(pair.left().receive().length()).isEqualTo(size + 1);
    }
  }

  @Test
  void anEndMovesWithUnreadMessagesOfBothDirections() throws Exception {
    try (IpcChannel<Carrier> way = channel(Carrier.class);
        DuplexPair<String, String> pair = duplex()) {
      pair.left().send("out before");
      pair.right().send("in before");
      way.sender().send(new Carrier(pair.left()));
      assertThat(pair.left().state()).isEqualTo(new HandleState.Moved("send on IpcSender<Carrier>"));
      pair.right().send("in after");
      try (Delivery<Carrier> arrived = way.receiver().take()) {
        Duplex<String, String> moved = arrived.value().end();
        moved.send("out after");
        assertThat(moved.receive()).isEqualTo("in before");
        assertThat(moved.receive()).isEqualTo("in after");
        assertThat(pair.right().receive()).isEqualTo("out before");
        assertThat(pair.right().receive()).isEqualTo("out after");
      }
      assertThat(pair.right().tryReceive()).isInstanceOf(Received.Closed.class);
    }
  }

  @Test
  void anEndIsNotMovedFromUnderACallNorThroughItself() throws Exception {
    try (IpcChannel<Carrier> way = channel(Carrier.class);
        DuplexPair<String, String> pair = duplex();
        DuplexPair<Selfish, Selfish> selfish =
            Ferry.duplex(MessageType.of(Selfish.class), MessageType.of(Selfish.class), fixture.options())) {
      InBackground<String> receive = InBackground.start(pair.left()::receive).untilItWaits();
      assertThatThrownBy(() -> way.sender().send(new Carrier(pair.left()))).isInstanceOf(HandleInUseException.class);
      pair.right().send("still here");
      assertThat(receive.result()).isEqualTo("still here");
      assertThatThrownBy(() -> selfish.left().send(new Selfish(selfish.left())))
          .isInstanceOf(HandleInUseException.class);
      selfish.left().send(new Selfish(selfish.right()));
      assertThat(selfish.right().state()).isInstanceOf(HandleState.Moved.class);
    }
  }

  record Question(int number, IpcReceiver<String> answers) {}

  record Carrier(Duplex<String, String> end) {}

  record Selfish(Duplex<Selfish, Selfish> end) {}
}
