package org.ferryipc.core.smile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.codec.PayloadBuffer;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.transport.Outgoing;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.dataformat.smile.SmileMapper;

/** Records that are written and read without Jackson are what Jackson writes and reads. */
class FlatRecordTest {
  record Nothing() {}

  record Quote(long id, double price, int quantity, @Nullable String symbol, boolean last) {}

  record All(byte b, short s, int i, long l, float f, double d, boolean t, @Nullable String text) {}

  // Not in alphabetical order, and names of several lengths.
  record Names(int zebra, int a, @Nullable String veryLongNameOfAComponentThatStillFitsIntoOneTokenOfSmile, long Q_1) {}

  private static final SmileMapper JACKSON = new SmileMappers().with(Limits.DEFAULT);
  private static final int ROUNDS = 5_000;

  static Stream<Class<?>> flat() {
    return Stream.of(Nothing.class, Quote.class, All.class, Names.class);
  }

  private static FlatRecord of(Class<?> type) {
    FlatRecord flat = FlatRecord.of(JACKSON.constructType(type), JACKSON, Limits.DEFAULT);
    assertThat(flat).as("%s", type).isNotNull();
    return flat;
  }

  private static byte @Nullable [] write(FlatRecord flat, Object value) throws LimitExceededException {
    PayloadBuffer out = new PayloadBuffer("test", Limits.DEFAULT.messageBytes());
    return flat.write(value, out)
        ? Arrays.copyOfRange(out.array(), Outgoing.HEAD_ROOM, Outgoing.HEAD_ROOM + out.length())
        : null;
  }

  @ParameterizedTest
  @MethodSource("flat")
  void theBytesAreJacksonsAndTheValueComesBack(Class<?> type) throws Exception {
    FlatRecord flat = of(type);
    Random random = new Random(7);
    for (int round = 0; round < ROUNDS; round++) {
      Object value = any(type, random);
      byte[] jacksons = JACKSON.writeValueAsBytes(value);
      assertThat(write(flat, value)).as("%s", value).isEqualTo(jacksons);
      byte[] between = new byte[jacksons.length + 10]; // as a message stands in a packet
      System.arraycopy(jacksons, 0, between, 3, jacksons.length);
      assertThat(flat.read(between, 3, jacksons.length)).isEqualTo(value);
    }
  }

  @ParameterizedTest
  @MethodSource("flat")
  void whateverIsReadIsWhatJacksonReads(Class<?> type) throws Exception {
    FlatRecord flat = of(type);
    Random random = new Random(11);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = spoiled(JACKSON.writeValueAsBytes(any(type, random)), random);
      Object read = flat.read(bytes, 0, bytes.length);
      if (read != null) {
        Object jacksons;
        try {
          jacksons = JACKSON.readValue(bytes, type);
        } catch (JacksonException refused) {
          throw new AssertionError(base64(bytes) + " was read as " + read, refused);
        }
        assertThat(read).as(() -> base64(bytes)).isEqualTo(jacksons);
      }
    }
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static byte[] spoiled(byte[] bytes, Random random) {
    byte[] changed = random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 3)) : bytes;
    for (int i = random.nextInt(4); i > 0 && changed.length > 0; i--) {
      changed[random.nextInt(changed.length)] = (byte) random.nextInt();
    }
    return changed;
  }

  private static Object any(Class<?> type, Random random) throws ReflectiveOperationException {
    RecordComponent[] components = type.getRecordComponents();
    var maker =
        type.getDeclaredConstructor(Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
    return maker.newInstance(Arrays.stream(components).map(c -> component(c.getType(), random)).toArray());
  }

  private static @Nullable Object component(Class<?> type, Random random) {
    long number = random.nextLong() >> random.nextInt(64);
    return switch (type.getSimpleName()) {
      case "byte" -> (byte) number;
      case "short" -> (short) number;
      case "int" -> (int) number;
      case "long" -> number;
      case "float" -> Float.intBitsToFloat((int) number);
      case "double" -> Double.longBitsToDouble(number);
      case "boolean" -> random.nextBoolean();
      default -> random.nextInt(8) == 0 ? null : "x~ \u0000\u007f".repeat(13).substring(0, random.nextInt(65));
    };
  }

  @ParameterizedTest
  @ValueSource(longs = {15, 16, -16, -17, 31, 32, -33, 4095, 4096, Integer.MAX_VALUE, Integer.MIN_VALUE, 1L << 31, Long.MAX_VALUE})
  void numbersAtTheEdgeOfALength(long number) throws Exception {
    for (long value : new long[] {number, number + 1, number - 1, -number, ~number}) {
      Quote quote = new Quote(value, -0.0, (int) value, "", true);
      assertThat(write(of(Quote.class), quote)).isEqualTo(JACKSON.writeValueAsBytes(quote));
      assertThat(Smile.roundTrip(quote)).isEqualTo(quote);
    }
  }

  @Test
  void nansKeepTheirBits() throws Exception {
    float oddFloat = Float.intBitsToFloat(0x7FA0_0001);
    double oddDouble = Double.longBitsToDouble(0x7FF4_0000_0000_0001L);
    All back = Smile.roundTrip(new All((byte) 0, (short) 0, 0, 0, oddFloat, oddDouble, false, null));
    assertThat(Float.floatToRawIntBits(back.f())).isEqualTo(0x7FA0_0001);
    assertThat(Double.doubleToRawLongBits(back.d())).isEqualTo(0x7FF4_0000_0000_0001L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Grüße", "日本", "😀", "\u0080"})
  void textsThatAreNotAsciiAreJacksons(String text) throws Exception {
    Quote quote = new Quote(1, 1, 1, text, true);
    assertThat(write(of(Quote.class), quote)).isNull();
    assertThat(Smile.roundTrip(quote)).isEqualTo(quote);
  }

  @Test
  void longTextsAreJacksons() throws Exception {
    Quote longest = new Quote(1, 1, 1, "x".repeat(64), true);
    assertThat(write(of(Quote.class), longest)).isEqualTo(JACKSON.writeValueAsBytes(longest));
    Quote longer = new Quote(1, 1, 1, "x".repeat(65), true);
    assertThat(write(of(Quote.class), longer)).isNull();
    assertThat(Smile.roundTrip(longer)).isEqualTo(longer);
  }

  @Test
  void anotherOrderAndMorePropertiesAreRead() throws Exception {
    record Newer(boolean last, String symbol, String more, int quantity, double price, long id) {}
    byte[] bytes = JACKSON.writeValueAsBytes(new Newer(true, "F", "?", 3, 2.5, 1));
    assertThat(of(Quote.class).read(bytes, 0, bytes.length)).isNull();
    assertThat(Smile.decode(Quote.class, bytes)).isEqualTo(new Quote(1, 2.5, 3, "F", true));
  }

  @Test
  void aNullForANumberIsRefusedAsEver() {
    record Boxed(Long id, double price, int quantity, String symbol, boolean last) {}
    byte[] bytes = JACKSON.writeValueAsBytes(new Boxed(null, 1, 1, "", true));
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> Smile.decode(Quote.class, bytes))
        .withMessageContaining(".id: ");
  }

  record Annotated(@JsonProperty("n") int number) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record WithoutNulls(@Nullable String text) {}

  record AsText(int number) {
    @JsonValue
    String text() {
      return "number " + number;
    }
  }

  interface Numbered {
    @JsonProperty("n")
    int number();
  }

  record ByInterface(int number) implements Numbered {}

  record Generic<T>(int number) {}

  record Boxed(Integer number) {}

  record Listed(List<String> texts) {}

  record Maybe(Optional<String> text) {}

  record Character1(char unit) {}

  record Umlaut(int größe) {}

  record LongName(int nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn) {}

  @ParameterizedTest
  @ValueSource(
      classes = {
        Annotated.class, WithoutNulls.class, AsText.class, ByInterface.class, Generic.class, Boxed.class, Listed.class,
        Maybe.class, Character1.class, Umlaut.class, LongName.class, String.class
      })
  void whatSaysMoreThanItsComponentsIsJacksons(Class<?> type) {
    assertThat(FlatRecord.of(JACKSON.constructType(type), JACKSON, Limits.DEFAULT)).isNull();
  }

  @Test
  void tightLimitsAreJacksons() {
    var root = JACKSON.constructType(Quote.class);
    assertThat(FlatRecord.of(root, JACKSON, Limits.DEFAULT.withStringLength(63))).isNull();
    assertThat(FlatRecord.of(root, JACKSON, Limits.DEFAULT.withMessageBytes(100))).isNull();
  }

  record Failing(int number) {
    Failing {
      if (number == 13) {
        throw new IllegalArgumentException("unlucky");
      }
    }

    @Override
    public int number() {
      if (number == 7) {
        throw new IllegalStateException("not today");
      }
      return number;
    }
  }

  @Test
  void whatTheProgramThrowsIsToldAsEver() throws Exception {
    assertThat(FlatRecord.of(JACKSON.constructType(Failing.class), JACKSON, Limits.DEFAULT)).isNotNull();
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> Smile.encode(new Failing(7)))
        .withMessageContaining("Failing.number: ")
        .withMessageContaining("not today");
    byte[] bytes = Smile.encode(new Failing(1));
    bytes[bytes.length - 2] = (byte) (0xC0 + 26); // 13
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> Smile.decode(MessageType.of(Failing.class), bytes))
        .withMessageContaining("unlucky");
  }
}
