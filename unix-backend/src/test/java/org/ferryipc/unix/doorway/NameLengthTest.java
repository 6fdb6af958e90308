package org.ferryipc.unix.doorway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.doorway.OneShotServer;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A name is used as it is or refused with its length; it is never cut. */
@Timeout(60)
class NameLengthTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  /** What stands behind a directory in which the library makes up a name: "/f", 8 characters, "/s". */
  private static final int MADE_UP = 12;

  private static final MessageType<Hail> HAIL = MessageType.of(Hail.class);

  record Hail(String text) {}

  @TempDir private Path root;

  @ParameterizedTest
  @ValueSource(strings = {"x", "的", "😀", " ", "é"})
  void pathsOfEveryLength(String filler) throws Exception {
    for (int length = 80; length <= 200; length++) {
      Path directory = ofBytes(root, length - 2, filler);
      usedOrRefused(directory.resolve("n".repeat(length - bytes(directory) - 1)), length);
    }
  }

  private void usedOrRefused(Path name, int length) throws Exception {
    assertThat(bytes(name)).isEqualTo(length);
    Files.createDirectories(name.getParent());
    int privateLength = bytes(name.getParent()) + 1 + MADE_UP; // one more: it is hidden
    List<Path> before = tree();
    if (Math.max(length, privateLength) <= 107) {
      try (var server = OneShotServer.open(name.toString(), HAIL, DoorwayOptions.defaults())) {
        assertThat(name).exists();
        try (var sender = Ferry.connect(name.toString(), Hail.class, LONG)) {
          sender.send(new Hail("hello"));
          server.accept(LONG).close();
        }
      }
    } else {
      assertThatThrownBy(() -> OneShotServer.open(name.toString(), HAIL, DoorwayOptions.defaults()))
          .isInstanceOfSatisfying(
              LimitExceededException.class,
              e -> {
                assertThat(e.allowed()).isEqualTo(107);
                assertThat(e.asked()).isIn((long) length, (long) privateLength).isGreaterThan(107);
              });
    }
    if (length > 107) {
      assertThatThrownBy(() -> Ferry.connect(name.toString(), Hail.class, LONG))
          .isInstanceOfSatisfying(LimitExceededException.class, e -> assertThat(e.asked()).isEqualTo(length));
    }
    assertThat(tree()).isEqualTo(before);
  }

  @Test
  void abstractNamesOfEveryLength() throws Exception {
    for (int length = 100; length <= 120; length++) {
      String name = "@ferry-" + ProcessHandle.current().pid() + "-";
      String full = name + "x".repeat(length + 1 - name.length());
      if (length <= 107) {
        try (var server = OneShotServer.open(full, HAIL, DoorwayOptions.defaults());
            var sender = Ferry.connect(full, Hail.class, LONG)) {
          assertThat(server.name()).isEqualTo(full);
          sender.send(new Hail("hello"));
          server.accept(LONG).close();
        }
      } else {
        assertThatThrownBy(() -> OneShotServer.open(full, HAIL, DoorwayOptions.defaults()))
            .isInstanceOf(LimitExceededException.class);
      }
    }
  }

  @Test
  void whatCannotBeANameIsAnArgumentError() {
    for (String name : List.of("", "@", "a\0b", "@a\0b", "@\ud800", "@a\udc00b")) {
      assertThatThrownBy(() -> OneShotServer.open(name, HAIL, DoorwayOptions.defaults()))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> Ferry.connect(name, Hail.class, LONG)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aRelativeNameIsTakenFromTheWorkingDirectory() throws Exception {
    Path here = Path.of("").toAbsolutePath();
    Path relative = Files.createTempDirectory(here, "n");
    try (var server =
        OneShotServer.open(
            here.relativize(relative).resolve("s").toString(), HAIL, DoorwayOptions.defaults())) {
      assertThat(server.name()).isEqualTo(relative.resolve("s").toString());
    } finally {
      Files.delete(relative);
    }
  }

  /** Server and client in different processes with different working directories. */
  @Test
  void temporaryDirectoriesOfManyLengths() throws Exception {
    List<String> arguments = new ArrayList<>();
    for (String filler : List.of("x", "的", "😀", " ")) {
      for (int length : new int[] {80, 89, 90, 94, 95, 96, 107, 108, 150, 200}) {
        Path directory = ofBytes(root, length, filler);
        while (bytes(directory) < length) { // a filler of several bytes does not fit exactly
          directory = directory.resolveSibling(directory.getFileName() + "x");
        }
        Files.createDirectories(directory);
        arguments.add(directory.toString());
      }
    }
    List<Path> before = tree();
    try (ChildJvm child =
        ChildJvm.of(TemporaryNames.class, arguments.toArray(String[]::new)).under("env", "-C", "/", "--").start()) {
      for (String directory : arguments) {
        int length = directory.getBytes(UTF_8).length;
        String line = child.awaitLine("", LONG);
        if (length + MADE_UP <= 107) {
          assertThat(line).startsWith("open " + directory + "/f");
          try (var sender = Ferry.connect(line.substring("open ".length()), Hail.class, LONG)) {
            sender.send(new Hail(directory));
            assertThat(child.awaitLine("got", LONG)).isEqualTo("got " + directory);
          }
        } else {
          assertThat(line).isEqualTo("too long 107 " + (length + MADE_UP));
        }
      }
      child.finish(LONG);
    }
    assertThat(tree()).isEqualTo(before);
  }

  /** Opens a server in each of the directories. */
  static final class TemporaryNames {
    public static void main(String[] directories) throws Exception {
      for (String directory : directories) {
        System.setProperty("java.io.tmpdir", directory);
        try (var server = OneShotServer.open(HAIL, DoorwayOptions.defaults())) {
          System.out.println("open " + server.name());
          try (var first = server.accept(LONG)) {
            System.out.println("got " + first.message().text());
          }
        } catch (LimitExceededException e) {
          System.out.println("too long " + e.allowed() + " " + e.asked());
        } catch (IpcException e) {
          System.out.println(e);
        }
      }
    }
  }

  private List<Path> tree() throws Exception {
    try (Stream<Path> all = Files.walk(root)) {
      return all.sorted().toList();
    }
  }

  private static int bytes(Path path) {
    return path.toString().getBytes(UTF_8).length;
  }

  /** {@return a directory under {@code root} of as many bytes as fit in {@code limit}} */
  private static Path ofBytes(Path root, int limit, String filler) {
    int unit = filler.getBytes(UTF_8).length;
    int room = limit - bytes(root) - 1 - 1; // a letter first and last: a name of spaces alone is hard to see
    return root.resolve("d" + filler.repeat(Math.max(0, room / unit)));
  }
}
