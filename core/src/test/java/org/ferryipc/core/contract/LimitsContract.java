package org.ferryipc.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OpaqueMessage;
import org.ferryipc.core.Received;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.ReceivePort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each side keeps its own limits: the sender before anything moves, the receiver at the cost of one message. */
public abstract class LimitsContract extends Contract {
  private static final MessageType<List<IpcSender<String>>> SENDERS = new MessageType<>() {};

  protected LimitsContract(Fixture fixture) {
    super(fixture);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 1000, 212_960, 300_000})
  void aMessageOfJustTheLimitPassesAndOneMoreByteDoesNot(int limit) throws Exception {
    try (BytesChannel bytes = Ferry.bytes(with(Limits.DEFAULT.withMessageBytes(limit)))) {
      for (int length : new int[] {0, Math.max(0, limit - 1), limit}) {
        bytes.sender().send(MemorySegment.ofArray(pattern(length, 1)));
        assertPattern(bytes.receiver().receive(), length, 1);
      }
      MemorySegment more = MemorySegment.ofArray(new byte[limit + 1]);
      assertExceeds(() -> bytes.sender().send(more), "messageBytes", limit, limit + 1);
      assertExceeds(() -> bytes.sender().trySend(more), "messageBytes", limit, limit + 1);
      assertThat(bytes.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
    }
  }

  @Test
  void aTypedMessageOverTheLimitIsRefusedWhereverItsEncoderStands() throws Exception {
    try (IpcChannel<String> words = channel(String.class, Limits.DEFAULT.withMessageBytes(100))) {
      for (int length : new int[] {97, 101, 1_000, 1_000_000}) {
        assertThatThrownBy(() -> words.sender().send(text(length)))
            .isInstanceOfSatisfying(LimitExceededException.class, e -> assertThat(e.allowed()).isEqualTo(100))
            .hasMessageContaining("100");
      }
      words.sender().send(text(50));
      assertThat(words.receiver().receive()).hasSize(50);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 300})
  void asManyHandlesAsTheLimitPassAndOneMoreDoesNot(int limit) throws Exception {
    ChannelOptions narrow = with(Limits.DEFAULT.withHandles(limit));
    try (IpcChannel<List<IpcSender<String>>> way = Ferry.channel(SENDERS, narrow);
        IpcChannel<String> words = channel(String.class)) {
      List<IpcSender<String>> most = shares(words, limit);
      List<IpcSender<String>> more = new ArrayList<>(most);
      more.add(words.sender());
      assertExceeds(() -> way.sender().send(more), "handles", limit, limit + 1);
      assertThat(more).allMatch(sender -> sender.state() == HandleState.Open.INSTANCE);
      way.sender().send(most);
      try (Delivery<List<IpcSender<String>>> arrived = way.receiver().take()) {
        assertThat(arrived.value()).hasSize(limit);
      }
    }
  }

  @Test
  void aReceiverWithALowerLimitLosesTheLargeMessageAndNoOther() throws Exception {
    try (IpcChannel<String> words = channel(String.class);
        IpcReceiver<String> narrow = narrowed(words.receiver(), Limits.DEFAULT.withMessageBytes(1_000))) {
      for (int length : new int[] {2_000, packet() - 100, packet() + 1, 3 * packet()}) {
        words.sender().send(text(length));
        assertThatThrownBy(narrow::receive)
            .isInstanceOfSatisfying(
                LimitExceededException.class,
                e -> {
                  assertThat(e.limit()).isEqualTo("messageBytes");
                  assertThat(e.allowed()).isEqualTo(1_000);
                  assertThat(e.asked()).isGreaterThanOrEqualTo(length);
                });
        words.sender().send("small");
        assertThat(narrow.receive()).isEqualTo("small");
      }
    }
  }

  @Test
  void aReceiverWithALowerLimitClosesTheHandlesOfTheMessageItLoses() throws Exception {
    try (IpcChannel<List<IpcSender<String>>> way =
            Ferry.channel(SENDERS, fixture.options());
        IpcChannel<String> words = channel(String.class);
        IpcReceiver<List<IpcSender<String>>> narrow =
            narrowed(way.receiver(), Limits.DEFAULT.withHandles(2))) {
      for (int count : new int[] {3, 252, 253, 300}) {
        way.sender().send(shares(words, count));
        assertExceeds(narrow::receive, "handles", 2, count);
      }
      way.sender().send(shares(words, 2));
      try (Delivery<List<IpcSender<String>>> arrived = narrow.take()) {
        assertThat(arrived.handleCount()).isEqualTo(2);
      }
      words.sender().close();
      assertThat(words.receiver().tryReceive()).isInstanceOf(Received.Closed.class);
    }
  }

  @Test
  void anOpaqueSenderKeepsTheLimitsToo() throws Exception {
    ChannelOptions narrow = with(Limits.DEFAULT.withMessageBytes(100).withHandles(1));
    try (IpcChannel<String> narrowWay = Ferry.channel(MessageType.of(String.class), narrow);
        var opaque = narrowWay.sender().opaque();
        OpaqueMessage large = OpaqueMessage.of(new byte[101]);
        IpcChannel<List<IpcSender<String>>> way = Ferry.channel(SENDERS, fixture.options());
        var undecoded = way.receiver().opaque();
        IpcChannel<String> words = channel(String.class)) {
      assertExceeds(() -> opaque.send(large), "messageBytes", 100, 101);
      way.sender().send(shares(words, 2));
      try (OpaqueMessage crowded = undecoded.receive()) {
        assertExceeds(() -> opaque.send(crowded), "handles", 1, 2);
        try (Delivery<List<IpcSender<String>>> still = crowded.decode(SENDERS)) {
          still.value().getFirst().send("still good");
        }
      }
      assertThat(words.receiver().receive()).isEqualTo("still good");
    }
  }

  @Test
  void limitsAreCheckedWhenTheyAreMade() {
    List<ThrowingCallable> wrong =
        List.of(
            () -> Limits.DEFAULT.withMessageBytes(-1),
            () -> Limits.DEFAULT.withMessageBytes(Integer.MAX_VALUE),
            () -> Limits.DEFAULT.withHandles(-1),
            () -> Limits.DEFAULT.withHandles(Limits.MAX_HANDLES + 1),
            () -> Limits.DEFAULT.withDepth(0),
            () -> Limits.DEFAULT.withDepth(501),
            () -> Limits.DEFAULT.withStringLength(-1),
            () -> Limits.DEFAULT.withQueuedDescriptors(-1));
    for (ThrowingCallable make : wrong) {
      assertThatThrownBy(make).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("must be from");
    }
  }

  private static List<IpcSender<String>> shares(IpcChannel<String> words, int count) {
    List<IpcSender<String>> shares = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      shares.add(words.sender().share());
    }
    return shares;
  }

  // As if this side had made its end with limits of its own.
  private <T> IpcReceiver<T> narrowed(IpcReceiver<T> receiver, Limits limits) {
    ReceivePort port = (ReceivePort) EndAccess.get().detach(receiver, "a test");
    return EndAccess.get().receiver(port, receiver.type(), with(limits));
  }

  private static void assertExceeds(ThrowingCallable call, String limit, long allowed, long asked) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            LimitExceededException.class,
            e -> {
              assertThat(e.limit()).isEqualTo(limit);
              assertThat(e.allowed()).isEqualTo(allowed);
              assertThat(e.asked()).isEqualTo(asked);
            })
        .isInstanceOf(IpcException.class)
        .hasMessageContaining(Long.toString(allowed))
        .hasMessageContaining(Long.toString(asked));
  }
}
