package org.ferryipc.examples.wordcount;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CountingTest {
  private static final String SHA_OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

  private final Counting counting = new Counting();

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "\"\",            0, 0",
        "\"a\",           0, 1",
        "\" \",           0, 0",
        "\"\n\",          1, 0",
        "\"a\n\",         1, 1",
        "\"\na\",         1, 1",
        "\"a b\",         0, 2",
        "\" a  b \",      0, 2",
        "\"a\tb\u000Bc\fd\re\nf g\", 1, 7",
        "\"a\u0000b\u0085c\u00A0d\", 0, 1", // blanks in other places than C
      })
  void linesEndAtLineFeedsAndWordsAtBlanks(String text, long lines, long words) throws IOException {
    Count count = counting.count(new ByteArrayInputStream(text.getBytes(ISO_8859_1)));

    assertThat(count.lines()).isEqualTo(lines);
    assertThat(count.words()).isEqualTo(words);
    assertThat(count.bytes()).isEqualTo(text.length());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 65_535, 65_536, 65_537, 200_000})
  void countsAsAReaderOfTheWholeDoes(int length) throws IOException {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);

    assertThat(counting.count(new ByteArrayInputStream(bytes))).isEqualTo(Expected.of(bytes));
  }

  @Test
  void aWordReadInTwoPiecesIsOne() throws IOException {
    InputStream pieces = new SequenceInputStream(stream("one tw"), stream("o three"));

    assertThat(counting.count(pieces).words()).isEqualTo(3);
  }

  @Test
  void aFileThatFailedHalfWayLeavesNothingForTheNext() throws IOException {
    InputStream failing =
        new SequenceInputStream(
            stream("half a wo"),
            new InputStream() {
              @Override
              public int read() throws IOException {
                throw new IOException("bad sector");
              }
            });

    assertThatThrownBy(() -> counting.count(failing)).isInstanceOf(IOException.class).hasMessage("bad sector");
    assertThat(counting.count(stream(""))).isEqualTo(new Count(0, 0, 0, SHA_OF_NOTHING));
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(ISO_8859_1));
  }
}
