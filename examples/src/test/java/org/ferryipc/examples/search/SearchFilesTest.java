package org.ferryipc.examples.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SearchFilesTest {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  @ParameterizedTest
  @ValueSource(strings = {"view", "copy"})
  void anotherProcessFindsTheLines(String borrow, @TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("a.txt"), "a ferry\nno boat\nFerry, ferry\n");
    Files.writeString(folder.resolve("b.txt"), "größere ferry für 𝄞");
    Files.write(folder.resolve("c.bin"), new byte[] {(byte) 0xFF, 'f', 'e', 'r', 'r', 'y'});
    Files.writeString(folder.resolve("d.txt"), "x".repeat(500_000) + "\nferry\n");
    Files.writeString(folder.resolve("e.txt"), "");
    try (ChildJvm search =
        ChildJvm.of(SearchFiles.class, "ferry", folder.toString())
            .jvmOptions("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dferry.borrow=" + borrow)
            .environment("XDG_RUNTIME_DIR", "")
            .start()) {
      List<String> said = search.finish(LIMIT);
      assertThat(said)
          .containsExactly(
              folder.resolve("a.txt") + ":1: a ferry",
              folder.resolve("a.txt") + ":3: Ferry, ferry",
              folder.resolve("b.txt") + ":1: größere ferry für 𝄞",
              folder.resolve("d.txt") + ":2: ferry",
              "4 of 6 lines in 4 files");
    }
  }
}
