package org.ferryipc.core.smile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.ferryipc.core.BytesSender;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.Handles;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OpaqueSender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where in a message a handle may stand. */
class HandlePlacesTest {
  record Result(String text) {}

  record Inner(int n, IpcSender<Result> reply) {}

  record Outer(Inner inner, String after) {}

  record Box<T>(T v) {}

  record Wrapped(AtomicReference<IpcSender<Result>> end) {}

  record Pair<A, B>(A first, List<B> second) {}

  record Carrier<T>(IpcSender<T> out) {}

  record Kinds(
      IpcSender<Result> typed,
      BytesSender bytes,
      OpaqueSender opaque,
      IpcReceiver<List<Result>> receiver,
      Duplex<Result, String> duplex) {}

  static class Plain {
    private IpcSender<Result> reply;

    @SuppressWarnings("unused") // Jackson uses it
    Plain() {}

    Plain(IpcSender<Result> reply) {
      this.reply = reply;
    }

    public IpcSender<Result> getReply() {
      return reply;
    }

    @SuppressWarnings("unused") // Jackson uses it
    public void setReply(IpcSender<Result> reply) {
      this.reply = reply;
    }
  }

  /** Sends a message made around one sender, takes the sender out of what arrives, and uses it. */
  static <T> void travels(
      MessageType<T> type, Function<IpcSender<Result>, T> message, Function<T, IpcSender<Result>> taken)
      throws Exception {
    try (IpcChannel<T> channel = Smile.channel(type);
        IpcChannel<Result> results = Smile.channel(Result.class)) {
      IpcSender<Result> reply = results.sender().share();
      channel.sender().send(message.apply(reply));
      assertThat(reply.state()).isInstanceOf(HandleState.Moved.class);
      try (IpcSender<Result> received = taken.apply(channel.receiver().receive())) {
        received.send(new Result("through " + type));
        assertThat(results.receiver().receive()).isEqualTo(new Result("through " + type));
      }
    }
  }

  @Test
  void asTheMessageItself() throws Exception {
    travels(new MessageType<IpcSender<Result>>() {}, s -> s, s -> s);
  }

  @Test
  void inANestedRecord() throws Exception {
    travels(MessageType.of(Outer.class), s -> new Outer(new Inner(1, s), "x"), m -> m.inner().reply());
  }

  @Test
  void inAClassWithSetters() throws Exception {
    travels(MessageType.of(Plain.class), Plain::new, Plain::getReply);
  }

  @Test
  void inContainersThatAreTheMessage() throws Exception {
    travels(new MessageType<List<IpcSender<Result>>>() {}, List::of, List::getFirst);
    travels(new MessageType<Set<IpcSender<Result>>>() {}, Set::of, m -> m.iterator().next());
    travels(new MessageType<Map<String, IpcSender<Result>>>() {}, s -> Map.of("k", s), m -> m.get("k"));
    travels(new MessageType<Optional<IpcSender<Result>>>() {}, Optional::of, Optional::orElseThrow);
    travels(
        new MessageType<Map<Integer, List<Optional<IpcSender<Result>>>>>() {},
        s -> Map.of(7, List.of(Optional.empty(), Optional.of(s))),
        m -> m.get(7).get(1).orElseThrow());
  }

  @Test
  void inAReference() throws Exception {
    travels(MessageType.of(Wrapped.class), s -> new Wrapped(new AtomicReference<>(s)), m -> m.end().get());
  }

  @Test
  void inAnArray() throws Exception {
    travels(new MessageType<IpcSender<Result>[]>() {}, HandlePlacesTest::array, m -> m[0]);
    travels(new MessageType<Box<IpcSender<Result>[]>>() {}, s -> new Box<>(array(s)), m -> m.v()[0]);
  }

  @Test
  void inGenericRecords() throws Exception {
    travels(new MessageType<Box<IpcSender<Result>>>() {}, Box::new, Box::v);
    travels(new MessageType<Box<Box<IpcSender<Result>>>>() {}, s -> new Box<>(new Box<>(s)), m -> m.v().v());
    travels(new MessageType<List<Box<IpcSender<Result>>>>() {}, s -> List.of(new Box<>(s)), m -> m.getFirst().v());
    travels(new MessageType<Box<List<IpcSender<Result>>>>() {}, s -> new Box<>(List.of(s)), m -> m.v().getFirst());
    travels(new MessageType<Carrier<Result>>() {}, Carrier::new, Carrier::out);
    travels(
        new MessageType<Pair<String, IpcSender<Result>>>() {},
        s -> new Pair<>("a", List.of(s)),
        m -> m.second().getFirst());
  }

  @Test
  void everyKindInOneMessage() throws Exception {
    try (IpcChannel<Kinds> channel = Smile.channel(Kinds.class);
        IpcChannel<Result> a = Smile.channel(Result.class);
        IpcChannel<Result> c = Smile.channel(Result.class);
        IpcChannel<List<Result>> d = Smile.channel(new MessageType<List<Result>>() {});
        var b = Ferry.bytes(Smile.HERE);
        var e = Ferry.duplex(MessageType.of(Result.class), MessageType.of(String.class), Smile.HERE)) {
      channel
          .sender()
          .send(new Kinds(a.sender(), b.sender(), c.sender().opaque(), d.receiver(), e.left()));
      Kinds kinds = channel.receiver().receive();
      d.sender().send(List.of(new Result("list")));
      assertThat(kinds.receiver().receive()).containsExactly(new Result("list"));
      e.right().send("to the left");
      assertThat(kinds.duplex().receive()).isEqualTo("to the left");
      assertThat(kinds.typed().type()).isEqualTo(MessageType.of(Result.class));
      Handles.close(kinds);
    }
  }

  @Test
  void theTypeThatAReceivedEndCarriesEqualsTheDeclaredOne() throws Exception {
    MessageType<Map<String, List<Result>>> deep = new MessageType<>() {};
    try (IpcChannel<Box<IpcSender<Map<String, List<Result>>>>> channel =
            Smile.channel(new MessageType<Box<IpcSender<Map<String, List<Result>>>>>() {});
        IpcChannel<Map<String, List<Result>>> carried = Smile.channel(deep)) {
      channel.sender().send(new Box<>(carried.sender()));
      try (IpcSender<Map<String, List<Result>>> received = channel.receiver().receive().v()) {
        assertThat(received.type()).isEqualTo(deep).hasSameHashCodeAs(deep);
      }
    }
  }

  @Test
  void nullIsNoHandleAndMoves() throws Exception {
    try (IpcChannel<Inner> channel = Smile.channel(Inner.class)) {
      channel.sender().send(new Inner(1, null));
      assertThat(channel.receiver().receive()).isEqualTo(new Inner(1, null));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 16, 17, 63, 64, 65, 1023, 1024})
  void manyHandlesKeepTheirOrder(int count) throws Exception {
    List<IpcChannel<Result>> ends = new ArrayList<>();
    try (IpcChannel<List<IpcSender<Result>>> channel = Smile.channel(new MessageType<List<IpcSender<Result>>>() {})) {
      for (int i = 0; i < count; i++) {
        ends.add(Smile.channel(Result.class));
      }
      channel.sender().send(ends.stream().map(IpcChannel::sender).toList());
      List<IpcSender<Result>> received = channel.receiver().receive();
      assertThat(received).hasSize(count);
      for (int i = 0; i < count; i++) {
        received.get(i).send(new Result("" + i));
        assertThat(ends.get(i).receiver().receive()).isEqualTo(new Result("" + i));
      }
      received.forEach(IpcSender::close);
    } finally {
      ends.forEach(IpcChannel::close);
    }
  }

  @SuppressWarnings("unchecked")
  private static IpcSender<Result>[] array(IpcSender<Result> end) {
    return new IpcSender[] {end};
  }
}
