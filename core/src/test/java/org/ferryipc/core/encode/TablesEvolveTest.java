package org.ferryipc.core.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.OptionalInt;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;

/** Two versions of a table at once: what one does not know it passes over, what one has not sent is missing. */
class TablesEvolveTest {
  record Old(@Ordinal(1) Optional<String> name, @Ordinal(4) OptionalInt size) {}

  record New(
      @Ordinal(1) Optional<String> name,
      @Ordinal(2) Optional<Shapes.Chain> chain,
      @Ordinal(3) Optional<Byte> small,
      @Ordinal(4) OptionalInt size,
      @Ordinal(5) Optional<Shapes.Point> point,
      @Ordinal(6) Optional<IpcSender<String>> sender) {}

  record Around(Optional<Old> old, String behind, Optional<IpcSender<String>> last) {}

  record AroundNew(Optional<New> old, String behind, Optional<IpcSender<String>> last) {}

  private static New full(Optional<IpcSender<String>> sender) {
    return new New(
        Optional.of("n"), Optional.of(Shapes.CHAIN), Optional.of((byte) 3), OptionalInt.of(4),
        Optional.of(new Shapes.Point(5, 6)), sender);
  }

  @Test
  void theOlderPassesOverWhatItDoesNotKnow() throws Exception {
    byte[] bytes = Shapes.bytes(full(Optional.empty()));
    assertThat(Shapes.decode(EncodeType.of(Old.class), bytes).orElseThrow()).isEqualTo(new Old(Optional.of("n"), OptionalInt.of(4)));
  }

  @Test
  void theNewerMissesWhatWasNotSent() throws Exception {
    byte[] bytes = Shapes.bytes(new Old(Optional.of("n"), OptionalInt.empty()));
    assertThat(Shapes.decode(EncodeType.of(New.class), bytes).orElseThrow())
        .isEqualTo(
            new New(
                Optional.of("n"), Optional.empty(), Optional.empty(), OptionalInt.empty(), Optional.empty(), Optional.empty()));
  }

  @Test
  void handlesInWhatTheOlderDoesNotKnowCloseAndLaterOnesArrive() throws Exception {
    IpcChannel<String> a = Ferry.channel(MessageType.of(String.class), Shapes.HERE);
    IpcChannel<String> b = Ferry.channel(MessageType.of(String.class), Shapes.HERE);
    AroundNew value = new AroundNew(Optional.of(full(Optional.of(a.sender()))), "behind", Optional.of(b.sender()));
    OpaqueMessage message = Ferry.encode(value).orElseThrow().message();
    Around back = message.decode(Around.class).keep();
    assertThat(back.old().orElseThrow().name()).contains("n");
    assertThat(back.behind()).isEqualTo("behind");
    assertThat(a.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    back.last().orElseThrow().send("still here");
    assertThat(b.receiver().receive()).isEqualTo("still here");
    back.last().orElseThrow().close();
    a.receiver().close();
    b.receiver().close();
  }

  @Test
  void aViewRefusesHandlesThatItWouldLose() throws Exception {
    IpcChannel<String> a = Ferry.channel(MessageType.of(String.class), Shapes.HERE);
    OpaqueMessage message = Ferry.encode(full(Optional.of(a.sender()))).orElseThrow().message();
    assertThatThrownBy(() -> message.decode(new MessageType<Wire<Old>>() {}))
        .isInstanceOf(SerializationException.class)
        .hasMessageContaining("handles in a member that a view does not know");
    assertThat(a.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    a.receiver().close();
  }

  @Test
  void aViewOfAnOlderVersionKeepsTheRest() throws Exception {
    byte[] bytes = Shapes.bytes(full(Optional.empty()));
    Wire<Old> view =
        EncodeType.of(Old.class).view(java.lang.foreign.MemorySegment.ofArray(bytes), EncodeMetadata.CURRENT).orElseThrow();
    assertThat(Shapes.bytes(view)).isEqualTo(bytes);
    assertThat(view.toRecord().orElseThrow()).isEqualTo(new Old(Optional.of("n"), OptionalInt.of(4)));
  }
}
