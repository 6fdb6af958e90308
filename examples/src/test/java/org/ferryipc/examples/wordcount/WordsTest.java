package org.ferryipc.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;

class WordsTest {
  @Test
  void ordinaryNamesStayAsTheyAre() {
    assertThat(Words.printable("a b-ü漢😀.txt")).isEqualTo("a b-ü漢😀.txt");
  }

  @Test
  void whatCouldChangeTheTerminalOrDeceiveAReaderIsEscaped() {
    assertThat(Words.printable("a\nb\rc\td\\e")).isEqualTo("a\\nb\\rc\\td\\\\e");
    assertThat(Words.printable("\u001B[31m\u0000\u007F\u0085")).isEqualTo("\\u{1b}[31m\\u{0}\\u{7f}\\u{85}");
    assertThat(Words.printable("exe\u202Etxt\u2028\uD800")).isEqualTo("exe\\u{202e}txt\\u{2028}\\u{d800}");
  }

  @Test
  void aReasonDoesNotRepeatTheName() {
    assertThat(Words.of(new AccessDeniedException("name"))).isEqualTo("permission denied");
    assertThat(Words.of(new FileSystemException("name", null, "Too many\nlinks"))).isEqualTo("Too many\\nlinks");
    assertThat(Words.of(new FileSystemException("name"))).isEqualTo("FileSystemException");
    assertThat(Words.of(new IOException("Input/output error"))).isEqualTo("Input/output error");
  }
}
