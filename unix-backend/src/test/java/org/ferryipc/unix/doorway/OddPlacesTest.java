package org.ferryipc.unix.doorway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.doorway.IpcListener;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where a program finds a file system that is not as it should be: an odd umask, a directory that takes no library. */
@Timeout(60)
class OddPlacesTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final int OTHER = 65533;

  @TempDir private Path directory;

  private Path place(String name) throws Exception {
    Path place = Files.createDirectory(directory.resolve(name));
    if (ChildJvm.mayChangeUser()) {
      Files.setAttribute(place, "unix:uid", OTHER);
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    return place;
  }

  /** A directory was made that its maker could neither use nor remove. */
  @Test
  void aUmaskThatTakesOurOwnRights() throws Exception {
    assumeTrue(ChildJvm.mayChangeUser(), "root is not bound by modes, so another user is needed: run this test as root");
    Path tmp = place("tmp");
    try (ChildJvm child =
        ChildJvm.of(Meeting.class)
            .asUser(OTHER)
            .under("/bin/sh", "-c", "umask 0177; exec \"$@\"", "sh")
            .environment("XDG_RUNTIME_DIR", "")
            .jvmOptions("-Djava.io.tmpdir=" + tmp, "-XX:-UsePerfData")
            .start()) {
      assertThat(child.finish(LONG)).containsExactly("met");
    }
    assertThat(tmp).isEmptyDirectory();
  }

  /** An UnsatisfiedLinkError came out of each call. */
  @Test
  void noDirectoryForTheNativeLibrary() throws Exception {
    Path tmp = place("tmp");
    try (ChildJvm child =
        ChildJvm.of(Meeting.class)
            .environment("XDG_RUNTIME_DIR", "")
            .jvmOptions(
                "-Djava.io.tmpdir=" + tmp,
                "-Dorg.newsclub.net.unix.library.tmpdir=" + directory.resolve("missing"),
                "-XX:-UsePerfData")
            .start()) {
      assertThat(child.finish(LONG))
          .anyMatch(line -> line.startsWith("TransportException: listen: the native library"))
          .anyMatch(line -> line.startsWith("TransportException: connect to /nobody: the native library"))
          .anyMatch(line -> line.startsWith("TransportException: take a stream's descriptor: the native library"));
    }
    assertThat(tmp).isEmptyDirectory();
  }

  /** Meets itself, and says what came in its way. */
  static final class Meeting {
    private interface Step {
      void run() throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
      boolean met =
          tried(
              () -> {
                try (var listener = IpcListener.open(String.class, String.class);
                    var client = Ferry.connect(listener.name(), String.class, String.class, LONG);
                    var server = listener.accept(LONG)) {
                  client.send("met");
                  System.out.println(server.receive());
                }
              });
      if (!met) {
        boolean connected = tried(() -> Ferry.connect("/nobody", String.class, String.class, LONG).close());
        boolean taken =
            tried(() -> org.ferryipc.core.OwnedFd.from(new java.io.FileInputStream("/dev/null")).close());
        System.out.println(connected + " " + taken);
      }
    }

    private static boolean tried(Step step) throws Exception {
      try {
        step.run();
        return true;
      } catch (IpcException e) {
        System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        return false;
      }
    }
  }
}
