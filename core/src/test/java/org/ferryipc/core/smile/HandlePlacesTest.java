package org.ferryipc.core.smile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.ferryipc.core.BytesSender;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.Handle;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.Handles;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OpaqueSender;
import org.ferryipc.core.Received;
import org.ferryipc.core.codec.Codec;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.util.StdConverter;

/** Where in a message a handle may stand, and where not. */
class HandlePlacesTest {
  record Result(String text) {}

  record Inner(int n, IpcSender<Result> reply) {}

  record Outer(Inner inner, String after) {}

  record Box<T>(T v) {}

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
  private static <T> void travels(
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

  // What is refused when the type is bound, each with the text that names the place.

  record AsKey(Map<IpcSender<Result>, String> map) {}

  record AsNestedKey(List<Map<List<IpcSender<Result>>, String>> maps) {}

  @SuppressWarnings("rawtypes")
  record Raw(IpcSender end) {}

  record UnknownMessage(IpcSender<?> end) {}

  record BoundedMessage(IpcSender<? extends Result> end) {}

  record AnyMessage(IpcSender<Object> end) {}

  record InWildcard(List<? extends IpcSender<Result>> ends) {}

  record AnyHandle(Handle handle) {}

  record ToText(@JsonSerialize(converter = EndToText.class) IpcSender<Result> end) {}

  record FromText(@JsonDeserialize(converter = TextToEnd.class) IpcSender<Result> end) {}

  record EachToText(@JsonSerialize(contentConverter = EndToText.class) List<IpcSender<Result>> ends) {}

  static final class EndToText extends StdConverter<IpcSender<Result>, String> {
    @Override
    public String convert(IpcSender<Result> end) {
      throw new AssertionError("never called");
    }
  }

  static final class TextToEnd extends StdConverter<String, IpcSender<Result>> {
    @Override
    public IpcSender<Result> convert(String text) {
      throw new AssertionError("never called");
    }
  }

  private static void refusedAtOnce(MessageType<?> type, String text) {
    assertThatExceptionOfType(SerializationException.class)
        .as("%s", type)
        .isThrownBy(() -> Codec.smile().bind(type, Limits.DEFAULT))
        .withMessageContaining(text);
  }

  @Test
  void notAsAMapKey() {
    refusedAtOnce(MessageType.of(AsKey.class), "AsKey.map: a handle cannot be a map key");
    refusedAtOnce(MessageType.of(AsNestedKey.class), "AsNestedKey.maps: a handle cannot be a map key");
    refusedAtOnce(new MessageType<Map<IpcSender<Result>, String>>() {}, "message: a handle cannot be a map key");
    refusedAtOnce(new MessageType<Box<Map<IpcSender<Result>, String>>>() {}, "Box.v: a handle cannot be a map key");
  }

  @Test
  void notWithoutSayingWhatItCarries() {
    refusedAtOnce(MessageType.of(Raw.class), "Raw.end: raw IpcSender does not say what it carries");
    refusedAtOnce(MessageType.of(UnknownMessage.class), "UnknownMessage.end: ");
    refusedAtOnce(MessageType.of(BoundedMessage.class), "BoundedMessage.end: ");
    refusedAtOnce(MessageType.of(AnyMessage.class), "AnyMessage.end: ");
    refusedAtOnce(MessageType.of(Carrier.class), "Carrier.out: ");
    refusedAtOnce(MessageType.of(IpcSender.class), "message: raw IpcSender does not say what it carries");
    refusedAtOnce(new MessageType<IpcSender<?>>() {}, "does not say what it carries");
    refusedAtOnce(MessageType.of(AnyHandle.class), "AnyHandle.handle: ");
    refusedAtOnce(new MessageType<List<Handle>>() {}, "message: ");
  }

  @Test
  void notUnderAWildcard() {
    refusedAtOnce(MessageType.of(InWildcard.class), "InWildcard.ends: a handle cannot stand under the wildcard");
    refusedAtOnce(new MessageType<Box<? extends IpcSender<Result>>>() {}, "under the wildcard");
  }

  @Test
  void notThroughAConverter() {
    refusedAtOnce(MessageType.of(ToText.class), "ToText.end: a handle cannot pass through a converter");
    refusedAtOnce(MessageType.of(FromText.class), "FromText.end: a handle cannot pass through a converter");
    refusedAtOnce(MessageType.of(EachToText.class), "EachToText.ends: a handle cannot pass through a converter");
  }

  // What only shows in the value.

  record Anything(Object value) {}

  @JsonSerialize(converter = WrapperToEnd.class)
  record Wrapper(IpcSender<Result> end) {}

  record OfWrapper(Wrapper wrapper) {}

  static final class WrapperToEnd extends StdConverter<Wrapper, IpcSender<Result>> {
    @Override
    public IpcSender<Result> convert(Wrapper wrapper) {
      return wrapper.end();
    }
  }

  private static <T> void refusedWhenSent(MessageType<T> type, Function<IpcSender<Result>, T> message, String text)
      throws Exception {
    try (IpcChannel<T> channel = Smile.channel(type);
        IpcChannel<Result> results = Smile.channel(Result.class)) {
      assertThatExceptionOfType(SerializationException.class)
          .isThrownBy(() -> channel.sender().send(message.apply(results.sender())))
          .withMessageContaining(text);
      assertThat(results.sender().state()).isEqualTo(HandleState.Open.INSTANCE);
      assertThat(channel.receiver().tryReceive()).isInstanceOf(Received.Empty.class);
    }
  }

  @Test
  void notInAnObject() throws Exception {
    MessageType<Anything> type = MessageType.of(Anything.class);
    String text = "the declared types do not lead a receiver to the IpcSender here";
    refusedWhenSent(type, Anything::new, "Anything.value: " + text);
    refusedWhenSent(type, s -> new Anything(List.of(1, s)), "Anything.value[1]: " + text);
    refusedWhenSent(type, s -> new Anything(Map.of("k", s)), "Anything.value.k: " + text);
    refusedWhenSent(type, s -> new Anything(new Box<>(s)), "Anything.value.v: " + text);
    refusedWhenSent(type, s -> new Anything(Optional.of(s)), "Anything.value: " + text);
    refusedWhenSent(type, s -> new Anything(Map.of(s, 1)), "a handle cannot be a map key");
    refusedWhenSent(new MessageType<List<Object>>() {}, s -> List.of(s), text);
    refusedWhenSent(new MessageType<Map<String, Object>>() {}, s -> Map.of("k", s), text);
    refusedWhenSent(MessageType.of(Object.class), s -> s, text);
  }

  record Both(Inner declared, Object anything) {}

  record Unwrapping(@JsonUnwrapped Both both) {}

  static class Base {
    public int n;
  }

  static final class Derived extends Base {
    private final IpcSender<Result> end;

    Derived(IpcSender<Result> end) {
      this.end = end;
    }

    public IpcSender<Result> getEnd() {
      return end;
    }
  }

  record OfBase(Base base) {}

  @Test
  void notInARecordInAnObject() throws Exception {
    String text = "the declared types do not lead a receiver to the IpcSender here";
    refusedWhenSent(MessageType.of(Anything.class), s -> new Anything(new Inner(1, s)), "Anything.value.reply: " + text);
    refusedWhenSent(MessageType.of(Both.class), s -> new Both(null, new Inner(1, s)), "Both.anything.reply: " + text);
    refusedWhenSent(MessageType.of(Both.class), s -> new Both(null, Map.of("k", new Inner(1, s))), text);
    refusedWhenSent(MessageType.of(Unwrapping.class), s -> new Unwrapping(new Both(null, new Inner(1, s))), text);
    refusedWhenSent(new MessageType<List<Object>>() {}, s -> List.of(new Inner(1, s)), text);
    travels(MessageType.of(Both.class), s -> new Both(new Inner(1, s), Map.of()), b -> b.declared().reply());
    travels(
        MessageType.of(Unwrapping.class),
        s -> new Unwrapping(new Both(new Inner(1, s), 7)),
        u -> u.both().declared().reply());
  }

  @Test
  void notInASubclassThatNoReceiverMakes() throws Exception {
    refusedWhenSent(
        MessageType.of(OfBase.class),
        s -> new OfBase(new Derived(s)),
        "OfBase.base.end: the declared types do not lead a receiver to the IpcSender here");
  }

  @Test
  @SuppressWarnings({"rawtypes", "unchecked"})
  void notInARawType() throws Exception {
    refusedWhenSent(MessageType.of(Box.class), s -> new Box(s), "Box.v: the declared types do not lead a receiver to");
    refusedWhenSent(MessageType.of(List.class), s -> List.of(s), "the declared types do not lead a receiver to");
  }

  @Test
  void notOutOfAConverter() throws Exception {
    refusedWhenSent(MessageType.of(OfWrapper.class), s -> new OfWrapper(new Wrapper(s)), "OfWrapper.wrapper: ");
  }

  @SuppressWarnings("unchecked")
  private static IpcSender<Result>[] array(IpcSender<Result> end) {
    return new IpcSender[] {end};
  }
}
