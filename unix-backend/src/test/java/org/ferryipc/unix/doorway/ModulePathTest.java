package org.ferryipc.unix.doorway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program of named modules, for which native access is denied to all but those that need it, and its child. */
@Timeout(120)
class ModulePathTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final List<String> NOT_FOR_MODULES =
      List.of("test-classes", "junit", "assertj", "archunit", "byte-buddy", "slf4j", "opentest4j", "apiguardian");

  @TempDir private Path directory;

  private void write(String file, String text) throws Exception {
    Files.writeString(directory.resolve(file), text);
  }

  private static String modulePath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> NOT_FOR_MODULES.stream().noneMatch(entry::contains))
        .collect(Collectors.joining(File.pathSeparator));
  }

  @Test
  void aChildOfANamedModuleRunsLikeItsParent() throws Exception {
    write("module-info.java", "module app { requires org.ferryipc.core; requires org.ferryipc.unix; }");
    write(
        "Parent.java",
        """
        package app;
        import org.ferryipc.core.*;
        import org.ferryipc.core.doorway.*;
        public class Parent {
          public static void main(String[] arguments) throws Exception {
            try (var child = IpcProcess.java(Child.class).start(String.class, String.class)) {
              Duplex<String, String> channel = child.accept();
              channel.send("from " + Parent.class.getModule());
              System.out.println(channel.receive());
            }
          }
        }
        """);
    write(
        "Child.java",
        """
        package app;
        import java.util.*;
        import org.ferryipc.core.*;
        public class Child {
          public static void main(String[] arguments) throws Exception {
            try (Duplex<String, String> parent = Ferry.parent(String.class, String.class)) {
              List<String> command = List.of(ProcessHandle.current().info().arguments().orElseThrow());
              parent.send(parent.receive() + ", back from " + Child.class.getModule()
                  + ", denied: " + command.contains("--illegal-native-access=deny")
                  + ", class path: " + command.contains("-cp"));
            }
          }
        }
        """);
    Path classes = directory.resolve("app");
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null, null, null, "-p", modulePath(), "-d", classes.toString(),
                directory.resolve("module-info.java").toString(),
                directory.resolve("Parent.java").toString(),
                directory.resolve("Child.java").toString());
    assertThat(failed).isZero();
    Path output = directory.resolve("output");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData",
                "--illegal-native-access=deny",
                "--enable-native-access=org.ferryipc.unix,org.newsclub.net.unix",
                "-p",
                modulePath() + File.pathSeparator + classes,
                "-m",
                "app/app.Parent")
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
      process.getOutputStream().close();
    }
    assertThat(output).hasContent("from module app, back from module app, denied: true, class path: false\n");
  }
}
