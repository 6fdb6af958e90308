package org.ferryipc.unix.issues;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import org.ferryipc.core.Duplex;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.doorway.IpcProcess;
import org.ferryipc.core.failure.IpcTimeoutException;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A child of a parent that lets nobody in waited for ever: there was no way to say how long. */
class ParentThatIsStoppedTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  /** Calls its parent. */
  static final class Child {
    public static void main(String[] arguments) throws Exception {
      Duration limit = Duration.ofMillis(50);
      try (Duplex<String, String> parent = Ferry.parent(String.class, String.class, limit)) {
        System.out.println("let in by " + parent);
      } catch (IpcTimeoutException e) {
        System.out.println("gave up after " + e.limit());
      }
    }
  }

  @Test
  void isGivenUpWhenTheLimitHasPassed(@TempDir Path folder) throws Exception {
    Path name = folder.resolve("parent");
    try (ServerSocketChannel silent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      silent.bind(UnixDomainSocketAddress.of(name));
      try (ChildJvm child =
          ChildJvm.of(Child.class).environment(IpcProcess.PARENT_VARIABLE, name.toString()).start()) {
        assertThat(child.finish(LONG)).containsExactly("gave up after PT0.05S");
      }
    }
  }
}
