package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.Handles;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.failure.HandleMovedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of a channel: what was sent is received, then the end, and the end for ever. */
public abstract class ClosingContract extends Contract {
  private static final CloseReason.Closed FULL_STOP = new CloseReason.Closed(7, "enough, says Zoë");

  // Much more than the kernel takes to free a queue that was lost in another.
  private static final Duration SOON = Duration.ofSeconds(20);

  protected ClosingContract(Fixture fixture) {
    super(fixture);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 10, 200})
  void whatWasSentBeforeTheCloseIsReceivedAndThenTheEndForEver(int count) throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      for (int i = 0; i < count; i++) {
        words.sender().send("word " + i);
      }
      words.sender().close();
      for (int i = 0; i < count; i++) {
        assertThat(words.receiver().receive()).isEqualTo("word " + i);
      }
      assertEnded(words.receiver());
      assertEnded(words.receiver());
    }
  }

  private static void assertEnded(IpcReceiver<String> receiver) throws Exception {
    CloseReason orderly = CloseReason.Closed.ORDERLY;
    assertThatThrownBy(receiver::receive)
        .isInstanceOfSatisfying(DisconnectedException.class, e -> assertThat(e.reason()).isEqualTo(orderly));
    assertThatThrownBy(receiver::take).isInstanceOf(DisconnectedException.class);
    assertThat(receiver.tryReceive()).isEqualTo(new Received.Closed<>(orderly));
    assertThat(receiver.tryReceive(Duration.ofHours(1))).isEqualTo(new Received.Closed<>(orderly));
    receiver.forEach(
        word -> {
          throw new AssertionError(word);
        });
    assertThat(receiver.stream()).isEmpty();
  }

  @Test
  void aLargeMessageOutlivesItsSender() throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      words.sender().send(text(3 * packet()));
      words.sender().close();
      assertThat(words.receiver().receive()).hasSize(3 * packet());
      assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    }
  }

  @Test
  void aReceiverOutlivesUnreadMessagesOfItsPeersOtherChannel() throws Exception {
    // The kernel reports a reset, not the end, when a socket is closed that has unread data of its own.
    try (var pair = duplex()) {
      pair.right().send("never read");
      pair.left().send("read");
      pair.left().close();
      assertThat(pair.right().receive()).isEqualTo("read");
      assertThat(pair.right().tryReceive()).isInstanceOf(Received.Closed.class);
      assertThat(pair.right().tryReceive()).isInstanceOf(Received.Closed.class);
    }
  }

  @Test
  void forEachAndStreamEndWhereTheChannelEnds() throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      words.sender().send("one");
      words.sender().send("two");
      words.sender().send("three");
      words.sender().close();
      List<String> found = new ArrayList<>();
      try (Stream<String> first = words.receiver().stream().limit(1)) {
        first.forEach(found::add);
      }
      words.receiver().forEach(found::add);
      assertThat(found).containsExactly("one", "two", "three");
    }
  }

  @Test
  void theReasonOfTheLastReferenceIsHeard() throws Exception {
    try (IpcChannel<String> words = channel(String.class)) {
      words.sender().send("last word");
      words.sender().close(FULL_STOP);
      assertThat(words.receiver().receive()).isEqualTo("last word");
      for (int i = 0; i < 2; i++) {
        assertThat(words.receiver().tryReceive()).isEqualTo(new Received.Closed<>(FULL_STOP));
        assertThatThrownBy(() -> words.receiver().receive())
            .isInstanceOfSatisfying(DisconnectedException.class, e -> assertThat(e.reason()).isEqualTo(FULL_STOP))
            .hasMessageContaining("code 7")
            .hasMessageContaining("Zoë");
      }
    }
  }

  @Test
  void theReasonOfAReferenceThatIsNotTheLastIsNotHeard() throws Exception {
    try (IpcChannel<String> words = channel(String.class);
        IpcSender<String> other = words.sender().share()) {
      words.sender().close(FULL_STOP);
      assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
      other.close();
      assertThat(words.receiver().tryReceive()).isEqualTo(new Received.Closed<>(CloseReason.Closed.ORDERLY));
    }
  }

  @Test
  void theReasonForAReferenceThatHasMovedIsNotHeard() throws Exception {
    try (IpcChannel<IpcSender<String>> way = channel(new MessageType<IpcSender<String>>() {});
        IpcChannel<String> words = channel(String.class)) {
      way.sender().send(words.sender());
      words.sender().close(FULL_STOP);
      way.receiver().receive().close();
      assertThat(words.receiver().tryReceive()).isEqualTo(new Received.Closed<>(CloseReason.Closed.ORDERLY));
    }
  }

  @Test
  void theLongestReasonIsHeardWhole() throws Exception {
    CloseReason.Closed longest = new CloseReason.Closed(-1, "ß".repeat(CloseReason.Closed.MAX_TEXT));
    try (var bytes = bytes()) {
      bytes.sender().close(longest);
      assertThat(bytes.receiver().tryReceive()).isEqualTo(new Received.Closed<>(longest));
    }
    assertThatThrownBy(() -> new CloseReason.Closed(0, "x".repeat(CloseReason.Closed.MAX_TEXT + 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aSenderLearnsThatItsReceiverIsGone() throws Exception {
    for (int unread : new int[] {0, 1, 100}) {
      try (IpcChannel<String> words = channel(String.class)) {
        for (int i = 0; i < unread; i++) {
          words.sender().send("unread");
        }
        words.receiver().close();
        for (int i = 0; i < 3; i++) {
          assertThatThrownBy(() -> words.sender().send("no"))
              .isInstanceOf(DisconnectedException.class)
              .hasMessageStartingWith("IpcSender<String>: disconnected"); // which of a thousand
          assertThatThrownBy(() -> words.sender().trySend("no")).isInstanceOf(DisconnectedException.class);
        }
      }
    }
  }

  @Test
  void closingAReceiverClosesTheHandlesInItsUnreadMessagesToAnyDepth() throws Exception {
    try (IpcChannel<Nest> outer = channel(Nest.class);
        IpcChannel<Nest> inner = channel(Nest.class);
        IpcChannel<Nest> empty = channel(Nest.class);
        IpcChannel<String> deep = channel(String.class);
        IpcChannel<String> flat = channel(String.class)) {
      inner.sender().send(new Nest(deep.sender(), empty.receiver()));
      outer.sender().send(new Nest(flat.sender(), inner.receiver()));
      assertThat(deep.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
      outer.receiver().close();
      assertThat(flat.receiver().tryReceive(SOON)).isInstanceOf(Received.Closed.class);
      assertThat(deep.receiver().tryReceive(SOON)).isInstanceOf(Received.Closed.class);
      assertThatThrownBy(() -> inner.sender().send(new Nest(flat.sender(), empty.receiver())))
          .isInstanceOf(HandleMovedException.class);
      assertThatThrownBy(() -> empty.sender().send(new Nest(null, null))).isInstanceOf(DisconnectedException.class);
    }
  }

  @Test
  void aChannelIsOpenWhileASenderLiesInAnUnreadMessage() throws Exception {
    try (IpcChannel<IpcSender<String>> way = channel(new MessageType<IpcSender<String>>() {});
        IpcChannel<String> words = channel(String.class)) {
      way.sender().send(words.sender());
      assertThat(words.receiver().tryReceive(Duration.ofMillis(10))).isInstanceOf(Received.Empty.class);
      way.receiver().close();
      assertThat(words.receiver().tryReceive(SOON)).isInstanceOf(Received.Closed.class);
    }
  }

  @Test
  void aReceiverInItsOwnQueueLeavesNothingBehind() throws Exception {
    try (IpcChannel<Cycle> cycle = channel(Cycle.class)) {
      cycle.sender().send(new Cycle(cycle.receiver()));
    }
  }

  @Test
  void everyUseOfAClosedHandleFails() throws Exception {
    try (Freight freight = new Freight(this, "closed")) {
      Cargo cargo = freight.cargo();
      Handles.close(cargo);
      assertThat(freight.handles()).allMatch(handle -> handle.state() == HandleState.Closed.INSTANCE);
      List<ThrowableAssert.ThrowingCallable> uses =
          List.of(
              () -> cargo.a().send("no"),
              () -> cargo.a().trySend("no"),
              () -> cargo.a().trySend("no", Duration.ofHours(1)),
              () -> cargo.a().share(),
              () -> cargo.a().opaque(),
              () -> cargo.b().receive(),
              () -> cargo.b().take(),
              () -> cargo.b().tryReceive(),
              () -> cargo.b().tryReceive(Duration.ofHours(1)),
              () -> cargo.b().forEach(word -> {}),
              () -> cargo.b().opaque(),
              () -> cargo.c().send(MemorySegment.ofArray(new byte[1])),
              () -> cargo.c().trySend(MemorySegment.ofArray(new byte[1])),
              () -> cargo.c().share(),
              () -> cargo.d().receive(),
              () -> cargo.d().tryReceive(),
              () -> cargo.d().receive(MemorySegment.ofArray(new byte[1])),
              () -> cargo.e().send(OpaqueMessage.of(new byte[1])),
              () -> cargo.e().typed(String.class),
              () -> cargo.f().receive(),
              () -> cargo.f().tryReceive(),
              () -> cargo.f().typed(String.class),
              () -> cargo.g().send("no"),
              () -> cargo.g().receive(),
              () -> cargo.g().tryReceive());
      for (ThrowableAssert.ThrowingCallable use : uses) {
        assertThatThrownBy(use).isInstanceOf(HandleClosedException.class).hasMessageContaining("is closed");
      }
      Handles.close(cargo);
    }
  }

  @Test
  void closingFromManyThreadsClosesOnce() throws Exception {
    for (int round = 0; round < 50; round++) {
      try (IpcChannel<String> words = channel(String.class)) {
        List<InBackground<Object>> closers =
            IntStream.range(0, 4)
                .mapToObj(
                    i ->
                        InBackground.start(
                            () -> {
                              words.close();
                              return null;
                            }))
                .toList();
        for (InBackground<Object> closer : closers) {
          Object unused = closer.result();
        }
        assertThat(words.sender().state()).isEqualTo(HandleState.Closed.INSTANCE);
      }
    }
  }

  record Nest(IpcSender<String> words, IpcReceiver<Nest> inner) {}

  record Cycle(IpcReceiver<Cycle> own) {}
}
