package org.ferryipc.unix.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
final class ChildJvmTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Linux knows it as "nobody", but any number without privileges would do. */
  private static final int ANOTHER_UID = 65_534;

  /** Does what its first argument says, as a child. */
  static final class Child {
    public static void main(String[] arguments) throws Exception {
      switch (arguments[0]) {
        case "tell" -> {
          System.out.println("argument=" + arguments[1]);
          System.out.println("variable=" + System.getenv("FERRY_TEST_VARIABLE"));
          System.err.println("a warning");
        }
        case "limits" ->
            Files.readAllLines(Path.of("/proc/self/limits")).forEach(System.out::println);
        case "read" -> {
          System.out.println("uid=" + Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
          System.out.println("readable=" + Files.isReadable(Path.of(arguments[1])));
        }
        case "echo" -> {
          System.out.println("ready");
          new BufferedReader(new InputStreamReader(System.in))
              .lines()
              .forEach(line -> System.out.println("got " + line));
          System.out.print("no line feed at the end");
        }
        case "hang" -> {
          System.out.println("ready");
          new ProcessBuilder("/bin/sh", "-c", "read never_comes").inheritIO().start().waitFor();
        }
        case "fail" -> throw new IllegalStateException("on purpose");
        default -> throw new IllegalArgumentException(arguments[0]);
      }
    }
  }

  @Test
  void getsArgumentsAndEnvironmentAndGivesBothStreams() throws Exception {
    try (ChildJvm child =
        ChildJvm.of(Child.class, "tell", "zwölf $HOME 'q'")
            .environment("FERRY_TEST_VARIABLE", "x y")
            .start()) {
      assertThat(child.finish(LIMIT)).containsExactly("argument=zwölf $HOME 'q'", "variable=x y");
      assertThat(child.errors()).containsExactly("a warning");
    }
  }

  @Test
  void isHeldToTheDescriptorLimitSoftAndHard() throws Exception {
    try (ChildJvm child = ChildJvm.of(Child.class, "limits").descriptorLimit(123).start()) {
      assertThat(child.finish(LIMIT))
          .anySatisfy(line -> assertThat(line).matches("Max open files +123 +123 +files *"));
    }
  }

  @Test
  void asAnotherUserMayNotReadWhatOnlyWeMay(@TempDir Path directory) throws Exception {
    assumeTrue(ChildJvm.mayChangeUser(), "only root may become another user");
    Path secret = Files.writeString(directory.resolve("secret"), "");
    try (ChildJvm child =
        ChildJvm.of(Child.class, "read", secret.toString()).asUser(ANOTHER_UID).start()) {
      assertThat(child.finish(LIMIT)).containsExactly("uid=" + ANOTHER_UID, "readable=false");
    }
  }

  @Test
  void runsBelowAnotherCommand() throws Exception {
    try (ChildJvm child =
        ChildJvm.of(Child.class, "tell", "x").under("env", "FERRY_TEST_VARIABLE=by env").start()) {
      assertThat(child.finish(LIMIT)).contains("variable=by env");
    }
  }

  @Test
  void talksLineByLine() throws Exception {
    try (ChildJvm child = ChildJvm.of(Child.class, "echo").start()) {
      child.awaitLine("ready", LIMIT);
      child.send("one");
      assertThat(child.awaitLine("got", LIMIT)).isEqualTo("got one");
      child.send("two");
      assertThat(child.awaitLine("got", LIMIT)).isEqualTo("got two");
      child.endInput();
      assertThat(child.finish(LIMIT))
          .isEqualTo(List.of("ready", "got one", "got two", "no line feed at the end"));
    }
  }

  @Test
  void failsWithAllThatWasPrintedWhenTheChildFails() throws Exception {
    try (ChildJvm child = ChildJvm.of(Child.class, "fail").start()) {
      assertThatThrownBy(() -> child.finish(LIMIT))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("exited with status 1")
          .hasMessageContaining("IllegalStateException: on purpose");
    }
  }

  @Test
  void failsAtOnceWhenTheOutputEndsBeforeTheLine() throws Exception {
    try (ChildJvm child = ChildJvm.of(Child.class, "tell", "x").start()) {
      assertThatThrownBy(() -> child.awaitLine("never", LIMIT))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("argument=x");
    }
  }

  @Test
  void killsAChildThatHangsAndShowsItsThreads() throws Exception {
    try (ChildJvm child = ChildJvm.of(Child.class, "hang").start()) {
      child.awaitLine("ready", LIMIT);
      assertThatThrownBy(() -> child.waitFor(Duration.ofMillis(1)))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("still ran")
          .hasMessageContaining("ChildJvmTest$Child.main");
    }
  }

  @Test
  void isReportedAsKilledWhenItWasKilled() throws Exception {
    try (ChildJvm child = ChildJvm.of(Child.class, "echo").start()) {
      child.awaitLine("ready", LIMIT);
      child.kill();
      assertThat(child.waitFor(LIMIT)).isEqualTo(128 + 9);
    }
  }

  @Test
  void takesItsOwnChildrenAlongWhenClosed() throws Exception {
    List<ProcessHandle> grandchildren;
    try (ChildJvm child = ChildJvm.of(Child.class, "hang").start()) {
      grandchildren = awaitChildren(child);
    }
    assertThat(grandchildren).isNotEmpty().noneMatch(ChildJvmTest::hasMemory);
  }

  @Test
  void takesItsOwnChildrenAlongWhenItWasKilledBefore() throws Exception {
    List<ProcessHandle> grandchildren;
    try (ChildJvm child = ChildJvm.of(Child.class, "hang").start()) {
      grandchildren = awaitChildren(child);
      child.kill();
    }
    assertThat(grandchildren).isNotEmpty().noneMatch(ChildJvmTest::hasMemory);
  }

  /** Its child exists a moment after it has said "ready". */
  private static List<ProcessHandle> awaitChildren(ChildJvm child) throws InterruptedException {
    child.awaitLine("ready", LIMIT);
    ProcessHandle handle = ProcessHandle.of(child.pid()).orElseThrow();
    while (handle.children().findAny().isEmpty()) {
      Thread.onSpinWait();
    }
    return handle.children().toList();
  }

  /**
   * False for a process that has exited, also while nobody has asked for its status: then it has no
   * command line any more (proc_pid_cmdline(5)).
   */
  private static boolean hasMemory(ProcessHandle process) {
    try {
      return Files.readAllBytes(Path.of("/proc/" + process.pid() + "/cmdline")).length > 0;
    } catch (IOException e) {
      return false;
    }
  }
}
