package org.ferryipc.core.smile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A message that names a property twice has two meanings; wherever the two stand, and however many names there are. */
class DoubledNamesTest {
  record Inner(int a, int b) {}

  record Outer(Inner one, Inner two, List<Inner> more, int a) {}

  private static final MessageType<Map<String, Integer>> NUMBERS = new MessageType<>() {};

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 15, 16, 17, 18, 40})
  void eachPairIsFound(int names) {
    for (int first = 0; first < names; first++) {
      for (int second = first + 1; second < names; second++) {
        int doubled = first;
        int again = second;
        byte[] bytes = object(IntStream.range(0, names).mapToObj(i -> "n" + (i == again ? doubled : i)).toList());
        assertThatExceptionOfType(SerializationException.class)
            .isThrownBy(() -> Smile.decode(NUMBERS, bytes))
            .withMessageContaining("\"n" + doubled + "\"");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 16, 17, 1000})
  void soManyNamesAreTaken(int names) throws Exception {
    List<String> different = IntStream.range(0, names).mapToObj(i -> "n" + i).toList();
    assertThat(Smile.decode(NUMBERS, object(different)))
        .isEqualTo(different.stream().collect(Collectors.toMap(name -> name, name -> 1)));
  }

  @Test
  void namesOfTheSameHashAreDifferent() throws Exception {
    assertThat(Smile.decode(NUMBERS, object(List.of("Aa", "BB", "AaBB", "BBAa")))).hasSize(4);
  }

  @Test
  void theSameNameInAnotherObjectIsAnother() throws Exception {
    Inner inner = new Inner(1, 2);
    Outer value = new Outer(inner, inner, List.of(inner, inner, inner), 3);
    for (int i = 0; i < 3; i++) { // one message leaves no names to the next
      assertThat(Smile.roundTrip(value)).isEqualTo(value);
    }
  }

  @Test
  void aMessageAfterARefusedOneIsRead() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThatExceptionOfType(SerializationException.class)
          .isThrownBy(() -> Smile.decode(NUMBERS, object(List.of("a", "b", "a"))));
      assertThat(Smile.decode(NUMBERS, object(List.of("a", "b")))).hasSize(2);
    }
  }

  @Test
  void nothingOfAMessageIsKept() throws Exception {
    WeakReference<Outer> decoded = decodeAndForget();
    for (int i = 0; i < 1_000 && decoded.get() != null; i++) {
      System.gc(); // what it finds is cleared when it returns
    }
    assertThat(decoded.get()).isNull();
  }

  private static WeakReference<Outer> decodeAndForget() throws Exception {
    Inner inner = new Inner(1, 2);
    return new WeakReference<>(Smile.roundTrip(new Outer(inner, inner, List.of(inner), 3)));
  }

  // Of names with the value 1, written byte by byte: no writer of ours doubles one.
  private static byte[] object(List<String> names) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(new byte[] {':', ')', '\n', 4, (byte) 0xFA}); // without references to names
    for (String name : names) {
      byte[] ascii = name.getBytes(StandardCharsets.US_ASCII);
      out.write(0x80 - 1 + ascii.length);
      out.writeBytes(ascii);
      out.write(0xC2);
    }
    out.write(0xFB);
    return out.toByteArray();
  }
}
