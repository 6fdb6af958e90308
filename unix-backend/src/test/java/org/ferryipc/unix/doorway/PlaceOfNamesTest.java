package org.ferryipc.unix.doorway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.doorway.DoorwayOptions;
import org.ferryipc.core.doorway.OneShotServer;
import org.ferryipc.core.doorway.SocketAccess;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where the library makes up names: in the user's runtime directory if that is the user's alone. */
@Timeout(60)
class PlaceOfNamesTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  record Hail(String text) {}

  @TempDir private Path directory;

  private Path runtime(String mode) throws Exception {
    Path runtime = directory.resolve("runtime");
    Files.createDirectories(runtime);
    Files.setPosixFilePermissions(runtime, PosixFilePermissions.fromString(mode));
    return runtime;
  }

  private static boolean isOurs(Path path) {
    return PrivateDirectory.isOursAlone(path.toString());
  }

  @Test
  void onlyADirectoryOfMode0700WillDo() throws Exception {
    assertThat(isOurs(runtime("rwx------"))).isTrue();
    for (String mode : new String[] {"rwx-----x", "rwx---r--", "rwxr-x---", "rwxrwxrwx", "r-x------"}) {
      assertThat(isOurs(runtime(mode))).as(mode).isFalse();
    }
    runtime("rwx------");
    assertThat(isOurs(directory.resolve("missing"))).isFalse();
    assertThat(isOurs(Files.createFile(directory.resolve("file")))).isFalse();
    assertThat(PrivateDirectory.isOursAlone("")).isFalse();
    assertThat(PrivateDirectory.isOursAlone("runtime")).isFalse();
    assertThat(PrivateDirectory.isOursAlone("a\0b")).isFalse();
  }

  @Test
  void anotherUsersDirectoryWillNotDo() throws Exception {
    assumeTrue(ChildJvm.mayChangeUser(), "only root can give a directory away: run this test as root");
    Path runtime = runtime("rwx------");
    Files.setAttribute(runtime, "unix:uid", 65533);
    assertThat(isOurs(runtime)).isFalse();
    Files.setAttribute(runtime, "unix:uid", 0);
  }

  @Test
  void theRuntimeDirectoryIsUsedForOurselvesAndTheTemporaryOneForOthers() throws Exception {
    Path runtime = runtime("rwx------");
    Path tmp = Files.createDirectory(directory.resolve("tmp"));
    try (ChildJvm child =
        ChildJvm.of(Opener.class)
            .environment("XDG_RUNTIME_DIR", runtime.toString())
            .jvmOptions("-Djava.io.tmpdir=" + tmp)
            .start()) {
      assertThat(child.finish(LONG)).containsExactly("OWNER " + runtime, "GROUP " + tmp, "EVERYONE " + tmp);
    }
    assertThat(runtime).isEmptyDirectory();
    assertThat(tmp).isEmptyDirectory();
  }

  /** Says where names are made. */
  static final class Opener {
    public static void main(String[] arguments) throws Exception {
      for (SocketAccess access : SocketAccess.values()) {
        DoorwayOptions options = DoorwayOptions.defaults().withAccess(access);
        try (var server = OneShotServer.open(MessageType.of(Hail.class), options)) {
          System.out.println(access + " " + Path.of(server.name()).getParent().getParent());
        }
      }
    }
  }
}
