package org.ferryipc.core.smile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The bytes say something else than the component wants: refused, never rounded, cut or filled in. */
class StrictReadingTest {
  record Anything(Object v) {}

  record OfInt(int v) {}

  record OfInteger(Integer v) {}

  record OfLong(long v) {}

  record OfShort(short v) {}

  record OfByte(byte v) {}

  record OfChar(char v) {}

  record OfBoolean(boolean v) {}

  record OfFloat(float v) {}

  record OfDouble(double v) {}

  record OfString(String v) {}

  record OfWhole(BigInteger v) {}

  record OfEnum(Color v) {}

  record OfList(List<Integer> v) {}

  record OfMap(Map<String, Integer> v) {}

  record OfInts(int[] v) {}

  enum Color {
    RED
  }

  static Stream<Arguments> mismatches() {
    return Stream.of(
        arguments(OfInt.class, List.of("7", "", 1.9, 2.0, true, 1L << 31, List.of(1), Map.of())),
        arguments(OfInteger.class, List.of("7", "", 1.9, true, 1L << 31)),
        arguments(OfLong.class, List.of("7", 1.9, true, BigInteger.TWO.pow(63))),
        arguments(OfShort.class, List.of("7", 1.9, true, 32_768, -32_769)),
        arguments(OfByte.class, List.of("7", 1.9, true, 128, 255, -129, 1L << 40)),
        arguments(OfChar.class, List.of("", "ab", 7, true)),
        arguments(OfBoolean.class, List.of("true", 0, 1, 1.0)),
        arguments(OfFloat.class, List.of("7", true, 0.1, 1e300, (1 << 24) + 1, BigDecimal.TEN.pow(50))),
        arguments(OfDouble.class, List.of("7", true, (1L << 53) + 1, Long.MAX_VALUE, BigDecimal.valueOf(1, 1))),
        arguments(OfString.class, List.of(7, 1.5, true, List.of("a"), Map.of())),
        arguments(OfWhole.class, List.of("7", 1.9, true)),
        arguments(OfEnum.class, List.of(0, "BLUE", "", "red")),
        arguments(OfList.class, List.of(1, "", Map.of(), List.of("1"), List.of(1.5))),
        arguments(OfInts.class, List.of(1, List.of(1.5), List.of("1"))),
        arguments(OfMap.class, List.of(1, "", List.of(), Map.of("k", "1"))));
  }

  @ParameterizedTest
  @MethodSource("mismatches")
  void aValueOfAnotherKindIsRefused(Class<?> type, List<Object> values) {
    for (Object value : values) {
      assertThatExceptionOfType(SerializationException.class)
          .as("%s for %s", value, type.getSimpleName())
          .isThrownBy(() -> Smile.decode(type, Smile.encode(new Anything(value))))
          .withMessageStartingWith(type.getSimpleName() + ".v")
          .withMessageNotContaining("Feature")
          .withMessageNotContaining("CoercionConfig");
    }
  }

  @Test
  void aNumberOfAnotherSizeIsTakenWhereItFits() throws Exception {
    assertThat(Smile.decode(OfLong.class, Smile.encode(new OfInt(7)))).isEqualTo(new OfLong(7));
    assertThat(Smile.decode(OfInt.class, Smile.encode(new OfLong(7)))).isEqualTo(new OfInt(7));
    assertThat(Smile.decode(OfDouble.class, Smile.encode(new OfFloat(0.1f)))).isEqualTo(new OfDouble(0.1f));
    assertThat(Smile.decode(OfFloat.class, Smile.encode(new OfDouble(0.5)))).isEqualTo(new OfFloat(0.5f));
    assertThat(Smile.decode(OfDouble.class, Smile.encode(new OfLong(1L << 60)))).isEqualTo(new OfDouble(0x1p60));
    assertThat(Smile.decode(OfFloat.class, Smile.encode(new OfDouble(Double.NaN))).v()).isNaN();
  }

  @Test
  void nullIsRefusedForAPrimitiveAndTakenForAReference() throws Exception {
    byte[] withNull = Smile.encode(new Anything(null));
    for (Class<?> type :
        List.of(
            OfInt.class, OfLong.class, OfShort.class, OfByte.class, OfChar.class, OfBoolean.class, OfFloat.class,
            OfDouble.class)) {
      assertThatExceptionOfType(SerializationException.class)
          .isThrownBy(() -> Smile.decode(type, withNull))
          .withMessageStartingWith(type.getSimpleName() + ".v")
          .withMessageContaining("null");
    }
    assertThat(Smile.decode(OfString.class, withNull)).isEqualTo(new OfString(null));
    assertThat(Smile.decode(OfInteger.class, withNull)).isEqualTo(new OfInteger(null));
  }

  @Test
  void aMissingComponentIsNeverFilledIn() throws Exception {
    byte[] empty = Smile.encode(new ValuesTest.Ping());
    for (Class<?> type : List.of(OfInt.class, OfDouble.class, OfBoolean.class, OfString.class, OfList.class)) {
      assertThatExceptionOfType(SerializationException.class)
          .isThrownBy(() -> Smile.decode(type, empty))
          .withMessageStartingWith(type.getSimpleName() + ".v")
          .withMessageContaining("Missing");
    }
  }

  @Test
  void aPropertyThatStandsTwiceIsRefused() {
    byte[] twice = {':', ')', '\n', 5, (byte) 0xfa, (byte) 0x80, 'v', (byte) 0xc2, (byte) 0x80, 'v', (byte) 0xc4, (byte) 0xfb};
    for (Class<?> type : List.of(OfInt.class, Anything.class, ValuesTest.Ping.class)) {
      assertThatExceptionOfType(SerializationException.class)
          .isThrownBy(() -> Smile.decode(type, twice))
          .withMessageContaining("uplicate");
    }
  }

  @Test
  void bytesAfterTheMessageAreRefused() throws Exception {
    byte[] message = Smile.encode(new OfInt(1));
    byte[] longer = Arrays.copyOf(message, message.length + 1);
    longer[message.length] = (byte) 0xc2;
    assertThatExceptionOfType(SerializationException.class).isThrownBy(() -> Smile.decode(OfInt.class, longer));
  }

  @Test
  void everyTruncationIsRefused() throws Exception {
    byte[] message = Smile.encode(new OfMap(Map.of("key", 1234567)));
    for (int length = 0; length < message.length; length++) {
      byte[] shorter = Arrays.copyOf(message, length);
      assertThatExceptionOfType(SerializationException.class).isThrownBy(() -> Smile.decode(OfMap.class, shorter));
    }
  }

  @Test
  void aLengthThatNobodySentAllocatesNothing() {
    // Two gibibytes of raw bytes are announced, and of a string; three follow.
    byte[] announced = {':', ')', '\n', 5, (byte) 0xfa, (byte) 0x80, 'v', (byte) 0xfd, 0x07, 0x7f, 0x7f, 0x7f, (byte) 0xbf, 1, 2, 3};
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> Smile.decode(Anything.class, announced));
  }
}
