package org.ferryipc.core.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Received;
import org.ferryipc.core.encode.Shapes.Sent;
import org.ferryipc.core.failure.HandleClosedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Handles move into the result or stay where they were. */
class EncodeHandlesTest {
  record Senders(List<IpcSender<String>> senders) {}

  record Refusing(IpcSender<String> sender, String text) {
    @Override
    public String text() {
      throw new IllegalStateException("no text today");
    }
  }

  private static IpcChannel<String> channel() throws Exception {
    return Ferry.channel(MessageType.of(String.class), Shapes.HERE);
  }

  private static void close(IpcChannel<String> channel) {
    channel.sender().close();
    channel.receiver().close();
  }

  private static Sent sent(IpcChannel<String> a, IpcChannel<String> b) {
    return new Sent("job", a.sender(), Optional.of(b.receiver()));
  }

  @Test
  void theyMoveOnSuccessAndCloseOnceWithTheResult() throws Exception {
    IpcChannel<String> a = channel();
    IpcChannel<String> b = channel();
    Encoded encoded = Ferry.encode(sent(a, b)).orElseThrow();
    assertThat(encoded.handleCount()).isEqualTo(2);
    assertThat(a.sender().state()).isEqualTo(new HandleState.Moved("encode"));
    assertThat(b.receiver().state()).isInstanceOf(HandleState.Moved.class);
    assertThat(a.receiver().tryReceive()).isInstanceOf(Received.Empty.class);

    encoded.close();
    encoded.close();
    assertThat(a.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    assertThatThrownBy(() -> b.sender().send("x")).isInstanceOf(org.ferryipc.core.failure.DisconnectedException.class);
    close(a);
    close(b);
  }

  @Test
  void theyComeBackInTheDecodedValue() throws Exception {
    IpcChannel<String> a = channel();
    IpcChannel<String> b = channel();
    Encoded encoded = Ferry.encode(sent(a, b)).orElseThrow();
    Sent back = Ferry.decode(Sent.class, encoded).orElseThrow();
    encoded.close();
    back.reply().send("through");
    assertThat(a.receiver().receive()).isEqualTo("through");
    b.sender().send("back");
    try (IpcReceiver<String> source = back.source().orElseThrow()) {
      assertThat(source.receive()).isEqualTo("back");
    }
    back.reply().close();
    close(a);
    close(b);
  }

  @Test
  void theyStayOnFailureHoweverLateItComes() throws Exception {
    IpcChannel<String> a = channel();
    EncodeResult result = Ferry.encode(new Refusing(a.sender(), ""));
    EncodeError reason = ((EncodeResult.Failed) result).reason();
    assertThat(reason.kind()).isEqualTo(EncodeError.Kind.CODE);
    assertThat(reason.where()).isEqualTo("Refusing.text");
    assertThat(reason.cause()).hasMessage("no text today");
    assertThat(a.sender().state()).isEqualTo(HandleState.Open.INSTANCE);
    a.sender().send("still");
    assertThat(a.receiver().receive()).isEqualTo("still");
    close(a);
  }

  @Test
  void oneThatIsMentionedTwiceOrClosedOrMovedFailsTheWhole() throws Exception {
    IpcChannel<String> a = channel();
    IpcChannel<String> b = channel();
    EncodeError twice = failure(new Senders(List.of(b.sender(), a.sender(), a.sender())));
    assertThat(twice.kind()).isEqualTo(EncodeError.Kind.HANDLE);
    assertThat(twice.where()).isEqualTo("Senders.senders[2]");
    assertThat(b.sender().state()).isEqualTo(HandleState.Open.INSTANCE);

    a.sender().close();
    assertThat(failure(new Senders(List.of(b.sender(), a.sender()))).cause()).isInstanceOf(HandleClosedException.class);
    assertThat(b.sender().state()).isEqualTo(HandleState.Open.INSTANCE);
    Ferry.encode(new Senders(List.of(b.sender()))).orElseThrow().close();
    assertThat(failure(new Senders(List.of(b.sender()))).detail()).contains("was moved by encode");
    close(a);
    close(b);
  }

  private static EncodeError failure(Object value) {
    return ((EncodeResult.Failed) Ferry.encode(value)).reason();
  }

  @Test
  void aSpentResultGivesNothingMore() throws Exception {
    IpcChannel<String> a = channel();
    Encoded encoded = Ferry.encode(new Senders(List.of(a.sender()))).orElseThrow();
    encoded.message().close();
    assertThatThrownBy(encoded::message).isInstanceOf(HandleClosedException.class);
    assertThatThrownBy(() -> Ferry.decode(Senders.class, encoded)).isInstanceOf(HandleClosedException.class);
    assertThat(a.receiver().tryReceive()).isEqualTo(new Received.Closed<String>(CloseReason.Closed.ORDERLY));
    encoded.close();
    close(a);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, 65, 200, 1024})
  void anyNumberTravels(int count) throws Exception {
    IpcChannel<String> a = channel();
    List<IpcSender<String>> senders = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      senders.add(a.sender().share());
    }
    Encoded encoded = Ferry.encode(new Senders(senders)).orElseThrow();
    assertThat(encoded.handleCount()).isEqualTo(count);
    Senders back = Ferry.decode(Senders.class, encoded).orElseThrow();
    assertThat(back.senders()).hasSize(count);
    for (IpcSender<String> sender : back.senders()) {
      sender.close();
    }
    close(a);
  }

  @Test
  void moreThanTheLimitStay() throws Exception {
    IpcChannel<String> a = channel();
    List<IpcSender<String>> senders = new ArrayList<>();
    for (int i = 0; i < 1025; i++) {
      senders.add(a.sender().share());
    }
    EncodeError reason = failure(new Senders(senders));
    assertThat(reason.describe()).isEqualTo("Senders.senders[1024]: handles is limited to 1024, asked for 1025");
    for (IpcSender<String> sender : senders) {
      assertThat(sender.state()).isEqualTo(HandleState.Open.INSTANCE);
      sender.close();
    }
    close(a);
  }

  @Test
  void slotsInAnotherOrderDoubledOrMissingAreRefusedAndAllHandlesClose() throws Exception {
    for (int[] slots : new int[][] {{1, 0}, {0, 0}, {1, 1}, {0, 2}, {0, -1}}) {
      IpcChannel<String> a = channel();
      Encoded encoded = Ferry.encode(new Senders(List.of(a.sender().share(), a.sender()))).orElseThrow();
      var message = encoded.spend("test");
      message.bytes()[EncodeMetadata.BYTES + 8] = (byte) slots[0];
      java.util.Arrays.fill(message.bytes(), EncodeMetadata.BYTES + 12, EncodeMetadata.BYTES + 16, (byte) slots[1]);
      if (slots[1] > 0) {
        java.util.Arrays.fill(message.bytes(), EncodeMetadata.BYTES + 13, EncodeMetadata.BYTES + 16, (byte) 0);
      }
      var opaque = org.ferryipc.core.transport.EndAccess.get().undecoded(message, Shapes.HERE);
      assertThatThrownBy(() -> opaque.decode(Senders.class))
          .isInstanceOf(org.ferryipc.core.failure.SerializationException.class)
          .hasMessageContaining("handle slot");
      assertThat(a.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
      close(a);
    }
  }

  @Test
  void anotherKindIsRefusedAndCloses() throws Exception {
    record Receivers(List<IpcReceiver<String>> receivers) {}
    IpcChannel<String> a = channel();
    Encoded encoded = Ferry.encode(new Senders(List.of(a.sender()))).orElseThrow();
    EncodeError reason = ((DecodeResult.Failed<Receivers>) Ferry.decode(Receivers.class, encoded)).reason();
    assertThat(reason.kind()).isEqualTo(EncodeError.Kind.HANDLE);
    assertThat(reason.where()).isEqualTo("Receivers.receivers[0]");
    assertThat(a.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    close(a);
  }
}
