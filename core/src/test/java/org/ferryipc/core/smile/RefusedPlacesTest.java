package org.ferryipc.core.smile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.ferryipc.core.Handle;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.Received;
import org.ferryipc.core.codec.Codec;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.smile.HandlePlacesTest.Box;
import org.ferryipc.core.smile.HandlePlacesTest.Carrier;
import org.ferryipc.core.smile.HandlePlacesTest.Inner;
import org.ferryipc.core.smile.HandlePlacesTest.Result;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.util.StdConverter;

/** Where in a message a handle cannot stand. */
class RefusedPlacesTest {
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

  record InIterable(Iterable<IpcSender<Result>> ends) {}

  record InEntry(Map.Entry<String, IpcSender<Result>> entry) {}

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
  void notInWhatIsNoContainer() {
    refusedAtOnce(MessageType.of(InIterable.class), "InIterable.ends: the declared types do not lead a receiver");
    refusedAtOnce(MessageType.of(InEntry.class), "InEntry.entry: the declared types do not lead a receiver");
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
    HandlePlacesTest.travels(MessageType.of(Both.class), s -> new Both(new Inner(1, s), Map.of()), b -> b.declared().reply());
    HandlePlacesTest.travels(
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
}
