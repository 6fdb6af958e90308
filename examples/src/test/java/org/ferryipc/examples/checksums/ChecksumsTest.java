package org.ferryipc.examples.checksums;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sums as a user asks for them, in two processes. */
class ChecksumsTest {
  private static final Duration LIMIT = Duration.ofSeconds(100);

  @TempDir Path directory;

  @Test
  void areThoseOfTheFiles() throws Exception {
    Random random = new Random(1);
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      byte[] content = new byte[i == 0 ? 0 : random.nextInt(1 << random.nextInt(10, 23))];
      random.nextBytes(content);
      Path file = directory.resolve("d" + i % 7).resolve("file-" + i + "-ä");
      Files.createDirectories(file.getParent());
      Files.write(file, content);
      String sum = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
      expected.add(sum + "  " + directory.relativize(file));
    }
    try (ChildJvm run =
        ChildJvm.of(Checksums.class, directory.toString())
            .jvmOptions("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dsun.jnu.encoding=UTF-8")
            .environment("LC_ALL", "C.UTF-8")
            .start()) {
      assertThat(run.waitFor(LIMIT)).as("%s", run.errors()).isZero();
      assertThat(run.output()).containsExactlyInAnyOrderElementsOf(expected);
      assertThat(run.errors()).isEmpty();
    }
  }

  @Test
  void aDirectoryThatIsNotThereIsSaidInOneLine() throws Exception {
    Path missing = directory.resolve("missing");
    try (ChildJvm run = ChildJvm.of(Checksums.class, missing.toString()).start()) {
      assertThat(run.waitFor(LIMIT)).isEqualTo(2);
      assertThat(run.output()).isEmpty();
      assertThat(run.errors()).containsExactly("ferry-sums: there is no directory " + missing);
    }
  }

  @Test
  void helpIsNoDirectory() throws Exception {
    try (ChildJvm run = ChildJvm.of(Checksums.class, "--help").start()) {
      assertThat(run.waitFor(LIMIT)).isZero();
      assertThat(run.output()).first().asString().isEqualTo("usage: ./ferry-sums DIRECTORY");
    }
  }
}
