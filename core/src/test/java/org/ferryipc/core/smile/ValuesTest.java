package org.ferryipc.core.smile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
  record Ping() {}

  record Row(String name, int a, long b, double c, boolean d) {}

  record Text(String text) {}

  record Blob(byte[] bytes) {}

  record Floats(float f, double d) {}

  record Big(BigInteger whole, BigDecimal decimal) {}

  record Maybe(Optional<String> text, OptionalInt number) {}

  record Chars(char c, byte b, short s) {}

  enum Color {
    RED {
      @Override
      public String toString() {
        return "rouge";
      }
    },
    GREEN
  }

  record Painted(Color color, Map<Color, Integer> amounts) {}

  record Moment(Instant at, Duration lasting, UUID id) {}

  record Here(ZonedDateTime zoned, OffsetDateTime offset, LocalTime local, ZoneId zone) {}

  record Ignoring(int a, @JsonIgnore Runnable never) {}

  record WithMore(String name) {
    @SuppressWarnings("unused") // it looks like a property, and must not be one
    public int getLength() {
      throw new AssertionError("no component");
    }
  }

  static class Plain {
    public String name = "";
    private int size;

    public int getSize() {
      return size;
    }

    public void setSize(int size) {
      this.size = size;
    }
  }

  static Stream<Object> records() {
    return Stream.of(
        new Ping(),
        new Row("x", Integer.MIN_VALUE, Long.MAX_VALUE, 0.1, true),
        new Row(null, 0, 0, 0, false),
        new Text(""),
        new Maybe(Optional.of("here"), OptionalInt.of(3)),
        new Maybe(Optional.empty(), OptionalInt.empty()),
        new Chars('\uffff', (byte) -128, (short) -32768),
        new Painted(Color.RED, Map.of(Color.GREEN, 1)),
        new Moment(Instant.ofEpochSecond(1, 999_999_999), Duration.ofNanos(1), new UUID(1, 2)),
        new Big(BigInteger.TWO.pow(200).negate(), new BigDecimal("1.1000")),
        new Here(
            ZonedDateTime.of(2020, 1, 1, 1, 1, 1, 7, ZoneId.of("Europe/Berlin")),
            OffsetDateTime.of(2020, 1, 1, 1, 1, 1, 7, ZoneOffset.ofHoursMinutes(5, 30)),
            LocalTime.MAX,
            ZoneId.of("UTC")),
        new WithMore("x"),
        new Ignoring(1, null),
        Color.RED,
        "text",
        7,
        7L,
        1.5,
        true);
  }

  @ParameterizedTest
  @MethodSource("records")
  void whatIsSentIsReceived(Object value) throws Exception {
    @SuppressWarnings("unchecked")
    Class<Object> type = (Class<Object>) (value instanceof Color c ? c.getDeclaringClass() : value.getClass());
    assertThat(Smile.roundTrip(MessageType.of(type), value)).isEqualTo(value);
  }

  @Test
  void containersAreMessages() throws Exception {
    assertThat(Smile.roundTrip(new MessageType<List<Row>>() {}, List.of(new Row("a", 1, 2, 3, true))))
        .containsExactly(new Row("a", 1, 2, 3, true));
    assertThat(Smile.roundTrip(new MessageType<Map<String, List<Integer>>>() {}, Map.of("k", List.of(1, 2))))
        .isEqualTo(Map.of("k", List.of(1, 2)));
    assertThat(Smile.roundTrip(new MessageType<Set<Long>>() {}, Set.of(5L))).containsExactly(5L);
    assertThat(Smile.roundTrip(new MessageType<Optional<String>>() {}, Optional.empty())).isEmpty();
    assertThat(Smile.roundTrip(MessageType.of(int[].class), new int[] {1, 2})).containsExactly(1, 2);
    assertThat(Smile.roundTrip(MessageType.of(String[].class), new String[] {"a", null})).containsExactly("a", null);
    assertThat(Smile.roundTrip(MessageType.of(byte[].class), new byte[] {1, -1})).containsExactly(1, -1);
  }

  @Test
  void aClassWithSettersTravels() throws Exception {
    Plain sent = new Plain();
    sent.name = "n";
    sent.setSize(4);
    Plain received = Smile.roundTrip(sent);
    assertThat(received.name).isEqualTo("n");
    assertThat(received.getSize()).isEqualTo(4);
  }

  @Test
  void everyBitOfAFloatArrives() throws Exception {
    for (int bits : new int[] {0x7fc12345, 0x80000000, 0x7f800000, 0xff800000, 1}) {
      Floats received = Smile.roundTrip(new Floats(Float.intBitsToFloat(bits), 0));
      assertThat(Float.floatToRawIntBits(received.f())).isEqualTo(bits);
    }
    for (long bits : new long[] {0x7ff8000000012345L, 0x8000000000000000L, 0x7ff0000000000000L, 1}) {
      Floats received = Smile.roundTrip(new Floats(0, Double.longBitsToDouble(bits)));
      assertThat(Double.doubleToRawLongBits(received.d())).isEqualTo(bits);
    }
  }

  @Test
  void anEmojiMayStandAnywhereInTheBuffer() throws Exception {
    for (int before = 0; before < 9_000; before++) { // Jackson's buffers are 8,000 long
      Text sent = new Text("a".repeat(before) + "\ud83d\ude00é");
      assertThat(Smile.roundTrip(sent)).isEqualTo(sent);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\ud800", "a\ud800b", "\udc00", "😀\ud83d"})
  void aLoneSurrogateIsRefusedByTheSender(String broken) {
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> Smile.encode(new Text(broken)))
        .withMessageStartingWith("Text.text: ");
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> Smile.encode(new Text("a".repeat(9_000) + broken + "a".repeat(9_000))));
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> Smile.encode(new MessageType<Map<String, Integer>>() {}, Map.of(broken, 1)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7_999, 8_000, 8_001, 40_000_000})
  void bytesTravelRaw(int count) throws Exception {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) (i * 31);
    }
    byte[] encoded = Smile.encode(new Blob(bytes));
    assertThat(encoded.length - count).as("overhead").isBetween(10, 25);
    assertThat(Smile.decode(Blob.class, encoded).bytes()).isEqualTo(bytes);
  }

  @Test
  void theFormIsSmileWithHeaderRawBytesAndSharedNames() throws Exception {
    byte[] one = Smile.encode(new MessageType<List<Row>>() {}, rows(1));
    byte[] two = Smile.encode(new MessageType<List<Row>>() {}, rows(2));
    assertThat(one).startsWith(':', ')', '\n').hasSizeGreaterThan(4);
    assertThat(one[3] & 0b111).as("flags: raw binary, no shared values, shared names").isEqualTo(0b101);
    assertThat(two.length - one.length).as("the second row names its properties by number").isLessThan(25);
    assertThat(new String(one, StandardCharsets.ISO_8859_1)).contains("name");
  }

  @Test
  void aNumberOfTooManyDigitsIsRefusedByTheSender() throws Exception {
    BigInteger longest = BigInteger.ONE.shiftLeft(SmileMappers.LONGEST_NUMBER * 8 - 2);
    Big fits = new Big(longest, new BigDecimal(longest, 3));
    assertThat(Smile.roundTrip(fits)).isEqualTo(fits);
    for (Big over :
        List.of(new Big(longest.shiftLeft(1), BigDecimal.ONE), new Big(BigInteger.ONE, new BigDecimal(longest.shiftLeft(1), 3)))) {
      assertThatExceptionOfType(LimitExceededException.class)
          .isThrownBy(() -> Smile.encode(over))
          .withMessageStartingWith("Big: ");
    }
  }

  @Test
  void aMapWithANullKeyIsRefusedByTheSender() {
    Map<String, Integer> map = new HashMap<>();
    map.put(null, 1);
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> Smile.encode(new MessageType<Map<String, Integer>>() {}, map));
  }

  @Test
  void aMessageOfNullIsRefusedByTheReceiver() {
    byte[] nothing = {':', ')', '\n', 5, 0x21}; // the token of null
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> Smile.decode(Ping.class, nothing))
        .withMessage("Ping: a message is never null");
  }

  @Test
  void limitsOfTheSmallestSizeWork() throws Exception {
    Limits tiny = new Limits(6, 0, 1, 0, 0);
    byte[] ping = Smile.encode(MessageType.of(Ping.class), new Ping(), tiny);
    assertThat(ping).hasSize(6);
    assertThat(Smile.decode(MessageType.of(Ping.class), ping, tiny)).isEqualTo(new Ping());
  }

  private static List<Row> rows(int count) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(new Row("r", i, i, i, true));
    }
    return rows;
  }
}
