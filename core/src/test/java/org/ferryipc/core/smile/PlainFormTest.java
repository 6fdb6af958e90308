package org.ferryipc.core.smile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.Handle;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.codec.HandleSink;
import org.ferryipc.core.codec.HandleSource;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.transport.Outgoing;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.dataformat.smile.SmileMapper;

/** What is written and read with a plain form is what Jackson's binding writes and reads, and so is what is refused. */
class PlainFormTest {
  record Nothing() {}

  record Quote(long id, double price, int quantity, @Nullable String symbol, boolean last) {}

  record All(byte b, short s, int i, long l, float f, double d, boolean t, @Nullable String text) {}

  // Not in alphabetical order, and names of several lengths and alphabets.
  record Names(
      int zebra,
      int a,
      @Nullable String veryLongNameOfAComponentThatStillFitsIntoOneTokenOfSmile,
      long größe,
      boolean nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn) {}

  record Ends(int n, @Nullable IpcSender<Nothing> out, @Nullable String name, @Nullable BytesReceiver in) {}

  record Odd(int number) {
    Odd {
      if (number % 2 == 0) {
        throw new IllegalArgumentException("even: " + number);
      }
    }
  }

  private static final SmileMapper JACKSON = new SmileMappers().with(Limits.DEFAULT);
  private static final int ROUNDS = 4_000;

  static Stream<MessageType<?>> types() {
    return Stream.of(
        MessageType.of(Nothing.class),
        MessageType.of(Quote.class),
        MessageType.of(All.class),
        MessageType.of(Names.class),
        MessageType.of(Ends.class),
        MessageType.of(Odd.class),
        new MessageType<List<IpcSender<Nothing>>>() {});
  }

  /** Both ways to write and read one type, on one set of handles. */
  private static final class Both<T> implements AutoCloseable {
    final PlainCodec plain;
    final SmileMessageCodec<T> binding;
    final MessageType<T> type;
    final IpcSender<Nothing> sender;
    final BytesReceiver receiver;
    private final List<AutoCloseable> others = new ArrayList<>();

    Both(MessageType<T> type) throws IpcException {
      this.type = type;
      plain = PlainFormTest.plain(type, Limits.DEFAULT);
      binding = new SmileMessageCodec<>(type, Limits.DEFAULT, JACKSON, false);
      var typed = Smile.channel(Nothing.class);
      var bytes = Ferry.bytes(Smile.HERE);
      sender = typed.sender();
      receiver = bytes.receiver();
      others.add(typed.receiver());
      others.add(bytes.sender());
    }

    byte @Nullable [] written(T value) throws IpcException {
      PayloadBuffer out = new PayloadBuffer("test", Limits.DEFAULT.messageBytes());
      return plain.write(value, out, numbering()) ? bytes(out) : null;
    }

    byte[] bound(T value) throws IpcException {
      PayloadBuffer out = new PayloadBuffer("test", Limits.DEFAULT.messageBytes());
      binding.encode(value, out, numbering());
      return bytes(out);
    }

    Outcome bound(byte[] bytes, int slots) {
      try {
        return new Outcome(binding.decode(bytes, 0, bytes.length, slots(slots)), null);
      } catch (SerializationException refused) {
        return new Outcome(null, refused.getMessage());
      }
    }

    /** Null if it is left to the binding. */
    @Nullable Outcome read(byte[] bytes, int slots) {
      byte[] between = new byte[bytes.length + 10]; // as a message stands in a packet
      System.arraycopy(bytes, 0, between, 3, bytes.length);
      try {
        Object value = plain.read(between, 3, bytes.length, slots(slots));
        return value == null ? null : new Outcome(value, null);
      } catch (RuntimeException refused) {
        return new Outcome(null, Failures.decoding(type.toString(), Limits.DEFAULT, refused).getMessage());
      }
    }

    // As the handles of a message: one slot after the other, a sender and a receiver in turn.
    private HandleSource slots(int count) {
      @Nullable Handle[] free = IntStream.range(0, count).mapToObj(i -> i % 2 == 0 ? (Handle) sender : (Handle) receiver).toArray(Handle[]::new);
      return (slot, shape) -> {
        Handle found = slot >= 0 && slot < count ? free[slot] : null;
        if (found == null || found.getClass() != shape.handle()) {
          throw new SerializationException("slot " + slot + ": " + found, null);
        }
        free[slot] = null;
        return found;
      };
    }

    @Override
    public void close() throws Exception {
      sender.close();
      receiver.close();
      for (AutoCloseable other : others) {
        other.close();
      }
    }
  }

  private record Outcome(@Nullable Object value, @Nullable String refused) {}

  private static PlainCodec plain(MessageType<?> type, Limits limits) throws IpcException {
    SmileMapper mapper = new SmileMappers().with(limits);
    PlainForm form = PlainShape.of(mapper.constructType(type.type()), mapper, limits);
    return new PlainCodec(Objects.requireNonNull(form), (MessageTokens) mapper.tokenStreamFactory(), 0);
  }

  private static byte[] bytes(PayloadBuffer out) {
    return Arrays.copyOfRange(out.array(), Outgoing.HEAD_ROOM, Outgoing.HEAD_ROOM + out.length());
  }

  private static HandleSink numbering() {
    int[] next = {0};
    return handle -> next[0]++;
  }

  @ParameterizedTest
  @MethodSource("types")
  <T> void theBytesAreTheSameAndTheValueComesBack(MessageType<T> type) throws Exception {
    Random random = new Random(7);
    try (Both<T> both = new Both<>(type)) {
      for (int round = 0; round < ROUNDS; round++) {
        T value = any(both, random);
        byte[] bytes = both.bound(value);
        assertThat(both.written(value)).as("%s", value).isEqualTo(bytes);
        assertThat(both.read(bytes, 8)).as("%s", value).isEqualTo(both.bound(bytes, 8)).isNotNull();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  <T> void aSpoiledMessageIsReadAsTheBindingReadsItAndLeavesNothingToTheNext(MessageType<T> type) throws Exception {
    Random random = new Random(11);
    int[] alike = {0, 0};
    try (Both<T> both = new Both<>(type)) {
      for (int round = 0; round < ROUNDS; round++) {
        byte[] good = both.bound(any(both, random));
        byte[] bytes = spoiled(good, both.bound(any(both, random)), random);
        int slots = random.nextInt(4);
        Outcome read = both.read(bytes, slots);
        if (read != null) {
          assertThat(read).as(() -> Arrays.toString(bytes)).isEqualTo(both.bound(bytes, slots));
          alike[read.value == null ? 1 : 0]++;
        }
        assertThat(both.read(good, 8)).isEqualTo(both.bound(good, 8)).isNotNull();
      }
    }
    assertThat(alike[0]).as("of them values").isPositive();
  }

  // Bytes changed, cut, left out, or said twice, also in those of another message; never only whole messages.
  private static byte[] spoiled(byte[] one, byte[] other, Random random) {
    byte[] changed = one.clone();
    switch (random.nextInt(4)) {
      case 0 -> changed = Arrays.copyOf(one, random.nextInt(one.length + 3));
      case 1 -> { // the same names again, some left out, and what is behind a message
        byte[] joined = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, joined, one.length, other.length);
        int from = random.nextInt(joined.length);
        int to = from + random.nextInt(joined.length - from);
        changed = new byte[joined.length - (to - from)];
        System.arraycopy(joined, 0, changed, 0, from);
        System.arraycopy(joined, to, changed, from, joined.length - to);
      }
      default -> {
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
          changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        }
      }
    }
    return changed;
  }

  @SuppressWarnings("unchecked") // the types of the components are the constructor's
  private static <T> T any(Both<T> both, Random random) throws ReflectiveOperationException {
    if (!(both.type.type() instanceof Class<?> type)) {
      int length = random.nextInt(4);
      return (T) new ArrayList<>(Collections.nCopies(length, random.nextInt(4) == 0 ? null : both.sender));
    }
    var components = type.getRecordComponents();
    var maker = type.getDeclaredConstructors()[0];
    return (T)
        maker.newInstance(Arrays.stream(components).map(c -> component(c.getType(), both, random)).toArray());
  }

  private static @Nullable Object component(Class<?> type, Both<?> both, Random random) {
    long number = random.nextLong() >> random.nextInt(64);
    return switch (type.getSimpleName()) {
      case "byte" -> (byte) number;
      case "short" -> (short) number;
      case "int" -> both.type.toString().endsWith("Odd") ? (int) number | 1 : (int) number;
      case "long" -> number;
      case "float" -> Float.intBitsToFloat((int) number);
      case "double" -> Double.longBitsToDouble(number);
      case "boolean" -> random.nextBoolean();
      case "IpcSender" -> random.nextInt(4) == 0 ? null : both.sender;
      case "BytesReceiver" -> random.nextInt(4) == 0 ? null : both.receiver;
      default ->
          switch (random.nextInt(8)) {
            case 0 -> null;
            case 1 -> "Grüße, 日本 😀 ".repeat(random.nextInt(9));
            case 2 -> "long ".repeat(random.nextInt(3_000));
            default -> "x~ \u0000\u007f".repeat(14).substring(0, random.nextInt(68));
          };
    };
  }

  @Test
  void anotherOrderAndMoreAndDoubledPropertiesAreLeftToTheBinding() throws Exception {
    record Newer(boolean last, String symbol, String more, int quantity, double price, long id) {}

    record Front(long id, double price) {}

    try (Both<Quote> both = new Both<>(MessageType.of(Quote.class))) {
      byte[] newer = JACKSON.writeValueAsBytes(new Newer(true, "F", "?", 3, 2.5, 1));
      assertThat(both.read(newer, 0)).isNull();
      assertThat(Smile.decode(Quote.class, newer)).isEqualTo(new Quote(1, 2.5, 3, "F", true));
      byte[] older = JACKSON.writeValueAsBytes(new Front(1, 2.5));
      assertThat(both.read(older, 0)).isNull();
      assertThatExceptionOfType(SerializationException.class).isThrownBy(() -> Smile.decode(Quote.class, older));
    }
  }

  @Test
  void newerPeersAreHeardAgainBehindAPause() throws Exception {
    record Newer(boolean last, String symbol, String more, int quantity, double price, long id) {}
    byte[] newer = JACKSON.writeValueAsBytes(new Newer(true, "F", "?", 3, 2.5, 1));
    byte[] ours = JACKSON.writeValueAsBytes(new Quote(1, 2.5, 3, "F", true));
    PlainForm form = PlainShape.of(JACKSON.constructType(Quote.class), JACKSON, Limits.DEFAULT);
    PlainCodec plain = new PlainCodec(Objects.requireNonNull(form), (MessageTokens) JACKSON.tokenStreamFactory(), 5);
    for (int i = 0; i < 100; i++) {
      assertThat(plain.read(newer, 0, newer.length, Smile.NONE)).isNull();
    }
    long heard = IntStream.range(0, 20).filter(i -> plain.read(ours, 0, ours.length, Smile.NONE) != null).count();
    assertThat(heard).isBetween(15L, 20L);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 63, 64, 65, 100})
  void aBufferThatIsFullIsRefusedAndTheNextMessageIsWhole(int room) throws Exception {
    try (Both<Quote> both = new Both<>(MessageType.of(Quote.class))) {
      Quote quote = new Quote(1, 2.5, 3, "x".repeat(9_000), true);
      assertThatExceptionOfType(RuntimeException.class)
          .isThrownBy(() -> both.plain.write(quote, new PayloadBuffer("test", room), Smile.NO_HANDLES))
          .withRootCauseInstanceOf(LimitExceededException.class);
      assertThat(both.written(quote)).isEqualTo(both.bound(quote));
    }
  }

  record Failing(int before, int number) {
    @Override
    public int number() {
      if (number == 7) {
        throw new IllegalStateException("not today");
      }
      return number;
    }
  }

  @Test
  void whatAnAccessorThrowsIsToldWithItsPathAndSpoilsNoOtherMessage() throws Exception {
    MessageType<Failing> type = MessageType.of(Failing.class);
    for (boolean plainly : new boolean[] {true, false}) {
      var codec = new SmileMessageCodec<>(type, Limits.DEFAULT, JACKSON, plainly);
      assertThatExceptionOfType(SerializationException.class)
          .isThrownBy(() -> codec.encode(new Failing(1, 7), new PayloadBuffer("test", 100), Smile.NO_HANDLES))
          .withMessage("Failing.number: java.lang.IllegalStateException: not today")
          .withCauseInstanceOf(IllegalStateException.class);
      PayloadBuffer out = new PayloadBuffer("test", 100);
      codec.encode(new Failing(1, 8), out, Smile.NO_HANDLES);
      assertThat(JACKSON.readValue(bytes(out), Failing.class)).isEqualTo(new Failing(1, 8));
    }
  }

  @Test
  void halfASurrogatePairIsRefusedInTheSameWords() throws Exception {
    MessageType<Quote> type = MessageType.of(Quote.class);
    List<String> texts = new ArrayList<>();
    for (boolean plainly : new boolean[] {true, false}) {
      var codec = new SmileMessageCodec<>(type, Limits.DEFAULT, JACKSON, plainly);
      assertThatExceptionOfType(SerializationException.class)
          .isThrownBy(() -> codec.encode(new Quote(1, 1, 1, "\ud800", true), new PayloadBuffer("test", 100), Smile.NO_HANDLES))
          .satisfies(refused -> texts.add(String.valueOf(refused.getMessage())));
    }
    assertThat(texts.get(0)).isEqualTo(texts.get(1)).contains("Quote.symbol: ");
  }

  @Test
  void refusedHandlesAreToldWithTheirPath() throws Exception {
    try (Both<Ends> both = new Both<>(MessageType.of(Ends.class));
        Both<List<IpcSender<Nothing>>> list = new Both<>(new MessageType<>() {})) {
      byte[] bytes = both.bound(new Ends(1, both.sender, "n", both.receiver));
      assertThat(both.read(bytes, 1)).isEqualTo(both.bound(bytes, 1));
      assertThat(both.bound(bytes, 1).refused()).contains("Ends.");
      byte[] three = list.bound(List.of(list.sender, list.sender, list.sender));
      assertThat(list.read(three, 3)).isEqualTo(list.bound(three, 3));
      assertThat(list.bound(three, 3).refused()).contains("[1]: slot 1");
    }
  }
}
