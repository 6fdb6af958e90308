package org.ferryipc.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program in the README compiles and does what it says, in two real processes. */
class ReadmeTest {
  private static final Path README = Path.of("..", "README.md");

  @Test
  void theProgramInTheReadmeCountsLinesInAnotherProcess(@TempDir Path folder) throws Exception {
    Matcher block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(README));
    assertThat(block.find()).as("the README has a java block").isTrue();
    Path source = Files.writeString(folder.resolve("LineCount.java"), block.group(1));
    Path counted = Files.writeString(folder.resolve("counted.txt"), "one\ntwo\nthree\n");
    compile(source, folder);

    Path said = folder.resolve("said.txt");
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                folder + System.getProperty("path.separator") + System.getProperty("java.class.path"),
                "LineCount",
                counted.toString())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try {
      assertThat(program.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
    } finally {
      program.destroyForcibly().waitFor();
    }

    assertThat(Files.readString(said)).isEqualTo("3 lines\n");
    assertThat(program.exitValue()).isZero();
  }

  private static void compile(Path source, Path folder) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter complaints = new StringWriter();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  complaints,
                  files,
                  null,
                  List.of("-d", folder.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none"),
                  null,
                  files.getJavaFileObjects(source))
              .call();
      assertThat(compiled).as(complaints.toString()).isTrue();
    }
  }
}
