package org.ferryipc.core.pickle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.failure.StaleViewException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Strings: a view says what the copy says, and what is no string is none in either way. */
class PickleTextTest {
  private static final String[] PIECES = {"a", "é", "€", "𝄞", "\u0000", "\u007f", "\u0080", "\uffff"};

  static Stream<String> texts() {
    Stream<String> ascii =
        IntStream.of(0, 1, 2, 3, 4, 5, 7, 8, 31, 32, 33, 47, 48, 49, 63, 64, 65, 4095, 4096, 4097, 8191, 8192, 10_000)
            .mapToObj("x"::repeat);
    Stream<String> mixed =
        IntStream.range(0, 200)
            .mapToObj(
                seed -> {
                  Random random = new Random(seed);
                  StringBuilder text = new StringBuilder();
                  for (int i = random.nextInt(60); i > 0; i--) {
                    text.append(PIECES[random.nextInt(seed % 2 == 0 ? PIECES.length : 2)]);
                  }
                  return text.toString();
                });
    Stream<String> late =
        Stream.of("y".repeat(4096) + "é", "y".repeat(5000) + "𝄞" + "y".repeat(5000), "é".repeat(3000), "y".repeat(47) + "€");
    return Stream.of(ascii, mixed, late).flatMap(texts -> texts);
  }

  @ParameterizedTest
  @MethodSource("texts")
  void aViewEqualsTheCopy(String text) throws Exception {
    for (CharSequence form : new CharSequence[] {text, new StringBuilder(text), CharBuffer.wrap(text)}) {
      PickleWriter out = new PickleWriter();
      out.writeString(form);
      out.writeString16(form);
      out.writeInt(7);
      PickleReader copying = out.reader();
      assertThat(copying.readString()).isEqualTo(text);
      assertThat(copying.readString16()).isEqualTo(text);
      assertThat(copying.readInt()).isEqualTo(7);
      PickleReader borrowing = out.reader();
      assertSame(borrowing.readStringView(), text);
      assertSame(borrowing.readString16View(), text);
      assertThat(borrowing.readInt()).isEqualTo(7);
      byte[] utf8 = text.getBytes(UTF_8);
      assertThat(Arrays.copyOfRange(out.payload().toArray(), 4, 4 + utf8.length)).isEqualTo(utf8);
    }
  }

  private static void assertSame(BorrowedText view, String text) {
    assertThat(view.toString()).isEqualTo(text);
    assertThat(view.length()).isEqualTo(text.length());
    assertThat(view.chars().toArray()).isEqualTo(text.chars().toArray());
    assertThat(view.codePoints().toArray()).isEqualTo(text.codePoints().toArray());
    assertThat(view.hashCode()).isEqualTo(text.hashCode());
    assertThat(view.contentEquals(text)).isTrue();
    assertThat(view.contentEquals(text + "x")).isFalse();
    assertThat(view).isEqualTo(BorrowedText.of(text)).isNotEqualTo(BorrowedText.of(text + "x")).isNotEqualTo(text);
    int half = text.length() / 2;
    assertThat(view.subSequence(half, text.length()).toString()).isEqualTo(text.substring(half));
    char[] chars = new char[half];
    view.getChars(0, half, chars, 0);
    assertThat(chars).isEqualTo(text.substring(0, half).toCharArray());
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> view.charAt(text.length()));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> view.charAt(-1));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> view.subSequence(1, text.length() + 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\ud834", "a\ud834", "\udd1e", "\ud834\ud834\udd1e", "xxxxxxx\udd1e\ud834"})
  void halfASurrogatePairIsNoUtf8AndIsUtf16(String text) throws Exception {
    for (String longer : new String[] {text, text + "z".repeat(5000), "z".repeat(5000) + text}) {
      PickleWriter out = new PickleWriter();
      out.writeInt(1);
      assertThatExceptionOfType(SerializationException.class)
          .isThrownBy(() -> out.writeString(longer))
          .withMessageContaining("half a surrogate pair");
      assertThat(out.payloadSize()).isEqualTo(4);
      out.writeString16(longer);
      PickleReader in = out.reader();
      assertThat(in.readInt()).isEqualTo(1);
      assertThat(in.readString16()).isEqualTo(longer);
    }
  }

  @Test
  void utf8IsTakenIfTheJdkTakesIt() throws Exception {
    Random random = new Random(7);
    byte[] edges = {
      0, 0x41, 0x7F, (byte) 0x80, (byte) 0x8F, (byte) 0x90, (byte) 0x9F, (byte) 0xA0, (byte) 0xBF, (byte) 0xC0, (byte) 0xC1,
      (byte) 0xC2, (byte) 0xDF, (byte) 0xE0, (byte) 0xE1, (byte) 0xED, (byte) 0xEE, (byte) 0xEF, (byte) 0xF0, (byte) 0xF1,
      (byte) 0xF4, (byte) 0xF5, (byte) 0xFF
    };
    int taken = 0;
    for (int round = 0; round < 30_000; round++) {
      byte[] bytes = new byte[random.nextInt(7)];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = edges[random.nextInt(edges.length)];
      }
      PickleWriter out = new PickleWriter();
      out.writeData(bytes); // the same form
      String expected = decoded(bytes);
      if (expected != null) {
        taken++;
        assertThat(out.reader().readString()).isEqualTo(expected);
        BorrowedText view = out.reader().readStringView();
        assertThat(view.length()).isEqualTo(expected.length());
        assertThat(view.toString()).isEqualTo(expected);
      } else {
        refused(out, bytes);
      }
    }
    assertThat(taken).isGreaterThan(1000);
  }

  private static String decoded(byte[] bytes) {
    try {
      return UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes))
          .toString();
    } catch (CharacterCodingException malformed) {
      return null;
    }
  }

  private static void refused(PickleWriter out, byte[] bytes) {
    assertThatExceptionOfType(SerializationException.class)
        .as(() -> java.util.HexFormat.of().formatHex(bytes))
        .isThrownBy(() -> out.reader().readString())
        .withMessageContaining("a string at byte 0: malformed UTF-8");
    assertThatExceptionOfType(SerializationException.class).isThrownBy(() -> out.reader().readStringView());
  }

  @Test
  void aTextThatChangesWhileItIsWrittenIsRefusedAndLeavesNothing() throws Exception {
    PickleWriter out = new PickleWriter();
    out.writeInt(1);
    for (String changed : new String[] {"éé€", "ééx"}) { // longer, shorter than when it was measured
      for (int length : new int[] {10, 5000}) {
        int[] passes = {-1};
        CharSequence fickle = new Text(length, i -> changed.charAt(i == 0 ? ++passes[0] : passes[0]));
        assertThatExceptionOfType(SerializationException.class)
            .isThrownBy(() -> out.writeString(fickle))
            .withMessageContaining("changed while it was written");
        assertThat(out.payloadSize()).isEqualTo(4);
      }
    }
  }

  @Test
  void aTextThatWritesToItsWriterOrThrowsIsRefusedAndLeavesNothing() throws Exception {
    PickleWriter out = new PickleWriter();
    List<Write> writes = List.of(() -> out.writeInt(3), () -> out.claimBytes(8), () -> out.reserve(5000), out::clear);
    out.writeInt(1);
    for (int length : new int[] {10, 5000}) {
      for (Write write : writes) {
        Text writing = new Text(length, i -> {
          write.unchecked();
          return 'x';
        });
        assertThatIllegalStateException()
            .isThrownBy(() -> out.writeString(writing))
            .withMessageContaining("that it is being written to");
        assertThatIllegalStateException().isThrownBy(() -> out.writeString16(writing));
      }
      Text throwing = new Text(length, i -> {
        throw new StaleViewException("x", "y");
      });
      assertThatExceptionOfType(StaleViewException.class).isThrownBy(() -> out.writeString(throwing));
      assertThatExceptionOfType(StaleViewException.class).isThrownBy(() -> out.writeString16(throwing));
    }
    for (int negative : new int[] {-1, -5, Integer.MIN_VALUE}) {
      assertThatIllegalArgumentException().isThrownBy(() -> out.writeString(new Text(negative, i -> 'x')));
      assertThatIllegalArgumentException().isThrownBy(() -> out.writeString16(new Text(negative, i -> 'x')));
    }
    out.writeInt(2);
    assertThat(out.payload().toArray()).containsExactly(1, 0, 0, 0, 2, 0, 0, 0);
  }

  /** A call of a writer. */
  @FunctionalInterface
  private interface Write {
    void now() throws LimitExceededException;

    default void unchecked() {
      try {
        now();
      } catch (LimitExceededException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Test
  void aTextThatGivesFewerCharsThanItHasShowsNoneOfAnEarlierText() throws Exception {
    PickleWriter out = new PickleWriter();
    for (int i = 0; i < 8; i++) { // in whatever memory is used again
      out.writeString("secret".repeat(2000));
      out.writeString16("secret".repeat(2000));
    }
    out.clear();
    CharSequence sparing = new Sparing(5000);
    out.writeString(sparing);
    out.writeString16(sparing);
    PickleReader in = out.reader();
    assertThat(in.readString()).isEqualTo("x".repeat(5000));
    assertThat(in.readString16()).isEqualTo("x".repeat(5000));
  }

  /** Copies nothing when it is asked to. */
  private record Sparing(int length) implements CharSequence {
    @Override
    public char charAt(int index) {
      return 'x';
    }

    @Override
    public void getChars(int begin, int end, char[] into, int at) {}

    @Override
    public CharSequence subSequence(int start, int end) {
      return new Sparing(end - start);
    }
  }

  private interface Chars {
    char at(int index);
  }

  private record Text(int length, Chars source) implements CharSequence {
    @Override
    public char charAt(int index) {
      return source.at(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      throw new UnsupportedOperationException();
    }
  }
}
