package org.ferryipc.unix.doorway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.ferryipc.core.doorway.OneShotServer;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamesAtExitTest {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  @TempDir Path names;

  /** A program that was ended by Ctrl-C in its first second left an empty directory behind. */
  @Test
  void namesThatAreBeingOpenedWhenTheProcessEndsAreRemovedToo() throws Exception {
    try (ChildJvm child =
        ChildJvm.of(Opener.class)
            .jvmOptions("-Djava.io.tmpdir=" + names)
            .environment("XDG_RUNTIME_DIR", "")
            .start()) {
      child.finish(LIMIT);
    }

    try (Stream<Path> left = Files.list(names)) {
      assertThat(left).isEmpty();
    }
  }

  /** Exits while its threads open names without end. */
  static final class Opener {
    private static final int THREADS = 8; // so that at each moment some are between two system calls

    private static final CountDownLatch ALL_OPEN = new CountDownLatch(THREADS);

    private Opener() {}

    public static void main(String[] arguments) throws InterruptedException {
      for (int i = 0; i < THREADS; i++) {
        Thread unused = Thread.ofPlatform().daemon().start(Opener::openNames);
      }
      ALL_OPEN.await();
      System.exit(0);
    }

    private static void openNames() {
      boolean first = true;
      try {
        while (true) {
          try (OneShotServer<String> server = OneShotServer.open(String.class)) {
            if (first) {
              first = false;
              ALL_OPEN.countDown();
            }
          }
        }
      } catch (IpcException ending) {
        // No name is opened any more.
      }
    }
  }
}
