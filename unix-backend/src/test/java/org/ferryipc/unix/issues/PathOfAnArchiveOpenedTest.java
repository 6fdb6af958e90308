package org.ferryipc.unix.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.ferryipc.core.OwnedFd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A path within an archive opened the machine's file of the same name. */
class PathOfAnArchiveOpenedTest {
  @TempDir Path folder;

  @Test
  void aPathOfAnotherFileSystemIsRefused() throws Exception {
    Path outside = Files.writeString(folder.resolve("secret"), "of the machine");
    try (FileSystem archive = FileSystems.newFileSystem(folder.resolve("archive.zip"), Map.of("create", "true"))) {
      Path inside = archive.getPath(outside.toString());
      assertThatThrownBy(() -> OwnedFd.open(inside)).isInstanceOf(ProviderMismatchException.class);
    }
  }

  @Test
  void anOptionThatIsSaidTwiceIsTakenOnceAsTheJdkDoes() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "text");
    try (OwnedFd open = OwnedFd.open(file, StandardOpenOption.READ, StandardOpenOption.READ)) {
      assertThat(open.size()).isEqualTo(4);
    }
    assertThatThrownBy(() -> OwnedFd.open(file, (StandardOpenOption) null)).isInstanceOf(NullPointerException.class);
  }
}
