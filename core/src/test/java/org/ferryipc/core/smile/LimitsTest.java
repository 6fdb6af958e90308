package org.ferryipc.core.smile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitsTest {
  private static final int TOP = 500; // the most that Limits allow
  private static final byte START_OBJECT = (byte) 0xfa;
  private static final byte START_ARRAY = (byte) 0xf8;

  record Node(Node next) {}

  record Text(String text) {}

  record Texts(List<String> texts) {}

  record Names(Map<String, Integer> names) {}

  record Anything(Object value) {}

  record Blob(byte[] bytes) {}

  record Ignoring(int a) {}

  sealed interface Chain {}

  record Link(Chain next) implements Chain {}

  private static Node nested(int depth) {
    Node node = null;
    for (int i = 0; i < depth; i++) {
      node = new Node(node);
    }
    return node;
  }

  private static void over(String limit, long allowed, long asked, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            LimitExceededException.class,
            e -> assertThat(List.of(e.limit(), e.allowed(), e.asked())).isEqualTo(List.of(limit, allowed, asked)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 64, TOP})
  void nestingUpToTheLimitTravelsAndOneMoreDoesNot(int depth) throws Exception {
    Limits limits = Limits.DEFAULT.withDepth(depth);
    MessageType<Node> type = MessageType.of(Node.class);
    byte[] deepest = Smile.encode(type, nested(depth), limits);
    assertThat(Smile.decode(type, deepest, limits)).isEqualTo(nested(depth));
    over("depth", depth, depth + 1L, () -> Smile.encode(type, nested(depth + 1), limits));
    if (depth < TOP) {
      byte[] deeper = Smile.encode(type, nested(depth + 1), limits.withDepth(depth + 1));
      assertThatExceptionOfType(SerializationException.class)
          .isThrownBy(() -> Smile.decode(type, deeper, limits))
          .withMessageContaining("depth is limited to " + depth);
    }
  }

  @Test
  void theDeepestNestingOfASealedTypeFitsOnAStack() throws Exception {
    Limits limits = Limits.DEFAULT.withDepth(TOP);
    Chain chain = null;
    for (int i = 0; i < TOP; i++) {
      chain = new Link(chain);
    }
    byte[] bytes = Smile.encode(MessageType.of(Chain.class), chain, limits);
    assertThat(Smile.decode(MessageType.of(Chain.class), bytes, limits)).isEqualTo(chain);
  }

  @Test
  void aCycleIsRefusedByTheSender() {
    List<Object> cycle = new ArrayList<>();
    cycle.add(cycle);
    over("depth", 64, 65, () -> Smile.encode(new Anything(cycle)));
  }

  @ParameterizedTest
  @CsvSource({"1000", "100000", "10000000"})
  void aBombOfNestingIsRefusedByTheReceiver(int depth) {
    for (byte start : new byte[] {START_OBJECT, START_ARRAY}) {
      ByteArrayOutputStream bomb = new ByteArrayOutputStream();
      bomb.writeBytes(new byte[] {':', ')', '\n', 5});
      for (int i = 0; i < depth; i++) {
        bomb.write(start);
        if (start == START_OBJECT) {
          bomb.write(0x80); // a name of one letter
          bomb.write('n');
        }
      }
      for (Class<?> type : List.of(Node.class, Anything.class, Chain.class, Ignoring.class, Object.class, List.class)) {
        assertThatExceptionOfType(SerializationException.class)
            .isThrownBy(() -> Smile.decode(type, bomb.toByteArray()));
      }
    }
  }

  @Test
  void aStringUpToTheLimitTravelsAndOneMoreDoesNot() throws Exception {
    Limits limits = Limits.DEFAULT.withStringLength(100);
    for (String letter : List.of("a", "é", "€")) {
      Text longest = new Text(letter.repeat(100));
      byte[] bytes = Smile.encode(MessageType.of(Text.class), longest, limits);
      assertThat(Smile.decode(MessageType.of(Text.class), bytes, limits)).isEqualTo(longest);
      Text over = new Text(letter.repeat(101));
      over("stringLength", 100, 101, () -> Smile.encode(MessageType.of(Text.class), over, limits));
      byte[] sent = Smile.encode(over);
      assertThatExceptionOfType(SerializationException.class)
          .isThrownBy(() -> Smile.decode(MessageType.of(Text.class), sent, limits))
          .withMessageStartingWith("Text.text: stringLength is limited to 100; ");
    }
  }

  @Test
  void aNameIsAStringToo() throws Exception {
    Limits limits = Limits.DEFAULT.withStringLength(100);
    MessageType<Names> type = MessageType.of(Names.class);
    for (String letter : List.of("a", "€")) {
      Names longest = new Names(Map.of(letter.repeat(100), 1));
      assertThat(Smile.decode(type, Smile.encode(type, longest, limits), limits)).isEqualTo(longest);
      over("stringLength", 100, 101, () -> Smile.encode(type, new Names(Map.of(letter.repeat(101), 1)), limits));
    }
  }

  @Test
  void aLongMessageOfShortStringsTravels() throws Exception {
    Limits limits = Limits.DEFAULT.withStringLength(100);
    List<String> many = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      many.add("x".repeat(i % 101));
    }
    MessageType<Texts> type = MessageType.of(Texts.class);
    assertThat(Smile.decode(type, Smile.encode(type, new Texts(many), limits), limits)).isEqualTo(new Texts(many));
    many.add("x".repeat(101));
    over("stringLength", 100, 101, () -> Smile.encode(type, new Texts(many), limits));
  }

  @Test
  void theDefaultLimitOfStringsIsTheSameOnBothSides() throws Exception {
    Text longest = new Text("x".repeat(Limits.DEFAULT.stringLength()));
    assertThat(Smile.roundTrip(longest)).isEqualTo(longest);
    over(
        "stringLength",
        20_000_000,
        20_000_001,
        () -> Smile.encode(new Text("x".repeat(20_000_001))));
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 8_100, 100_000})
  void aFullBufferComesOutAsItsLimit(int limit) throws Exception {
    MessageType<Blob> type = MessageType.of(Blob.class);
    Limits limits = Limits.DEFAULT.withMessageBytes(limit);
    int room = limit - (Smile.encode(new Blob(new byte[limit])).length - limit);
    assertThat(Smile.encode(type, new Blob(new byte[room]), limits)).hasSizeBetween(limit - 1, limit);
    assertThatExceptionOfType(LimitExceededException.class)
        .isThrownBy(() -> Smile.encode(type, new Blob(new byte[limit]), limits))
        .satisfies(e -> assertThat(e.limit()).isEqualTo("messageBytes"))
        .satisfies(e -> assertThat(e.allowed()).isEqualTo(limit));
  }

  @Test
  void aLongNumberOfAPeerIsRefused() {
    int bytes = SmileMappers.LONGEST_NUMBER + 1;
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    message.writeBytes(new byte[] {':', ')', '\n', 5, START_OBJECT, (byte) 0x84, 'v', 'a', 'l', 'u', 'e', 0x26});
    message.write(bytes >> 6);
    message.write(0x80 | (bytes & 0x3f));
    message.writeBytes(new byte[bytes * 2]);
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> Smile.decode(Anything.class, message.toByteArray()))
        .withMessageContaining("a number is limited to 1000 bytes");
  }
}
