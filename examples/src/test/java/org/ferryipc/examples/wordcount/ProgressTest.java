package org.ferryipc.examples.wordcount;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, UTF_8);

  @Test
  void aTerminalHasOneLineThatIsWrittenOverAndTakenAway() {
    Progress progress = new Progress(out, true);

    progress.show(1, 1_234);
    progress.clear();
    progress.clear();

    assertThat(printed()).isEqualTo("\r\u001B[K1 counted, 1,234 bytes\r\u001B[K");
  }

  @Test
  void aFileOrAPipeHasPlainLinesAndFewOfThem() {
    Progress progress = new Progress(out, false);

    for (int files = 1; files <= 10_001; files++) {
      progress.show(files, files);
    }
    progress.clear();

    assertThat(printed().lines()).containsExactly("5,000 counted, 5,000 bytes", "10,000 counted, 10,000 bytes");
  }

  private String printed() {
    return bytes.toString(UTF_8);
  }
}
