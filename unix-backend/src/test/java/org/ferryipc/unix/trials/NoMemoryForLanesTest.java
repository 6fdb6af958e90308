package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.unix.processes.Strace;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where the system does not allow what a lane needs, a busy channel stays with its socket, and nobody hears of it: lanes are made for
 * channels whose program never asked for one.
 */
class NoMemoryForLanesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(100);
  private static final int MESSAGES = 1_000;
  private static final String SMALLER_THAN_A_LANE = "--fsize=32768";

  /** Also as a filter of system calls says no. */
  @ParameterizedTest
  @ValueSource(strings = {
      "memfd_create:error=ENOSYS", "memfd_create:error=EPERM", "memfd_create:error=EMFILE", "ftruncate:error=ENOMEM",
      "epoll_create1:error=EMFILE"})
  void aChannelStaysWithItsSocketWhere(String refused) throws Exception {
    String call = refused.substring(0, refused.indexOf(':'));
    stays("0", Strace.command(), "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "-e", "trace=" + call, "-e", "inject=" + refused);
  }

  @Test
  void aChannelStaysWithItsSocketWhereFilesMustBeSmall() throws Exception {
    stays("0", "prlimit", SMALLER_THAN_A_LANE);
  }

  @Test
  void elsewhereItDoesNot() throws Exception {
    stays("2", "env");
  }

  private static void stays(String lanes, String... under) throws Exception {
    try (ChildJvm child = ChildJvm.of(Busy.class, lanes).under(under).start()) {
      assertThat(child.finish(PATIENCE)).containsExactly("lanes " + lanes);
    }
  }

  record Counted(int number) {}

  /** Sends on a channel of which nothing is said. */
  static final class Busy {
    public static void main(String[] arguments) throws Exception {
      try (IpcChannel<Counted> channel = Ferry.channel(Counted.class)) {
        int awaited = Integer.parseInt(arguments[0]);
        int sent = 0;
        do { // more, where a lane is awaited, on a machine that stands still for a moment
          for (int i = 0; i < MESSAGES; i++) {
            channel.sender().send(new Counted(sent));
            assertThat(channel.receiver().receive().number()).isEqualTo(sent++);
          }
        } while (lanes() < awaited);
        System.out.println("lanes " + lanes());
      }
    }

    private static long lanes() throws IOException {
      return Files.readAllLines(Path.of("/proc/self/maps")).stream().filter(line -> line.contains("ferry-lane")).count();
    }
  }
}
