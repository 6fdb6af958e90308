package org.ferryipc.core.smile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.ferryipc.core.Ferry;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.dataformat.smile.SmileMapper;
import tools.jackson.module.blackbird.BlackbirdModule;

/** A program in a named module, in a JVM of its own: whether Jackson may use its records. */
class ClosedModulesTest {
  private static final String PROGRAM =
      """
      package program.messages;

      import java.util.List;
      import org.ferryipc.core.*;
      import tools.jackson.databind.json.JsonMapper;

      public class Main {
        record Result(String text) {}
        sealed interface Part {}
        record Job(String name, IpcSender<Result> reply, List<Part> parts) implements Part {}
        enum Color { RED }
        public record Visible(int a, Color color) {}

        public static void main(String[] args) throws Exception {
          ChannelOptions here = ChannelOptions.defaults().withReach(Reach.PROCESS);
          try (var visible = Ferry.channel(MessageType.of(Visible.class), here)) {
            visible.sender().send(new Visible(1, Color.RED));
            System.out.println(visible.receiver().receive());
          } catch (org.ferryipc.core.failure.SerializationException e) {
            System.out.println(e.getMessage());
          }
          try (var jobs = Ferry.channel(MessageType.of(Job.class), here);
              var results = Ferry.channel(MessageType.of(Result.class), here)) {
            try {
              new JsonMapper().writeValueAsString(results.sender());
            } catch (RuntimeException e) {
              System.out.println("mapper: " + e.getMessage().lines().findFirst().orElse(""));
            }
            jobs.sender().send(new Job("one", results.sender(), List.of()));
            Job job = jobs.receiver().receive();
            job.reply().send(new Result("done " + job.name()));
            System.out.println(results.receiver().receive());
            job.reply().close();
          } catch (org.ferryipc.core.failure.SerializationException e) {
            System.out.println(e.getMessage());
          }
        }
      }
      """;

  private static final String SERVER =
      """
      package program.messages;

      import java.time.Duration;
      import org.ferryipc.core.*;
      import org.ferryipc.core.doorway.*;

      public class Main {
        record Job(String name, IpcSender<String> reply) {}

        public static void main(String[] args) throws Exception {
          ChannelOptions here = ChannelOptions.defaults().withReach(Reach.PROCESS);
          DoorwayOptions door = DoorwayOptions.defaults().withChannel(here);
          MessageType<Job> type = MessageType.of(Job.class);
          try (var server = OneShotServer.open(type, door);
              var client = Ferry.connect(server.name(), type, door);
              var replies = Ferry.channel(MessageType.of(String.class), here)) {
            client.send(new Job("first", replies.sender()));
            FirstMessage<Job> first = server.accept(Duration.ofSeconds(10));
            first.close();
            System.out.println("reply is " + first.message().reply().state());
            System.out.println("receiver hears " + replies.receiver().tryReceive());
          }
          try (var replies = Ferry.channel(MessageType.of(String.class), here)) {
            Handles.close(new Job("another", replies.sender()));
            System.out.println("closed by Handles: " + replies.sender().state());
          } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
          }
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void aFirstMessageClosesItsHandlesThoughTheModuleIsOpenToJacksonOnly() throws Exception {
    assertThat(
            run(
                "requires org.ferryipc.core; opens program.messages to tools.jackson.databind;",
                SERVER))
        .containsExactly(
            "reply is Closed",
            "receiver hears Closed[reason=Closed[code=0, text=]]",
            "handles in program.messages.Main$Job cannot be found: the module-info of program must say"
                + " `opens program.messages to org.ferryipc.core;`");
  }

  @Test
  void withTheLineThatIsNamedHandlesFindsThemToo() throws Exception {
    assertThat(
            run(
                "requires org.ferryipc.core;"
                    + " opens program.messages to tools.jackson.databind, org.ferryipc.core;",
                SERVER))
        .last()
        .isEqualTo("closed by Handles: Closed");
  }

  @Test
  void aClosedModuleIsToldTheLineItNeeds() throws Exception {
    assertThat(run("requires org.ferryipc.core; requires tools.jackson.databind;"))
        .contains(
            "program.messages.Main$Visible cannot be read or made: the module-info of program must say"
                + " `opens program.messages to tools.jackson.databind;`",
            "program.messages.Main$Job cannot be read or made: the module-info of program must say"
                + " `opens program.messages to tools.jackson.databind;`");
  }

  @Test
  void withThatLineItsRecordsTravel() throws Exception {
    assertThat(
            run(
                "requires org.ferryipc.core; requires tools.jackson.databind;"
                    + " opens program.messages to tools.jackson.databind;"))
        .containsExactly(
            "Visible[a=1, color=RED]",
            "mapper: a handle travels only in a Ferry message",
            "Result[text=done one]");
  }

  @Test
  void anExportIsEnoughForPublicRecords() throws Exception {
    assertThat(run("requires org.ferryipc.core; requires tools.jackson.databind; exports program.messages;"))
        .contains("Visible[a=1, color=RED]")
        .anyMatch(line -> line.startsWith("program.messages.Main$Job cannot be read or made"));
  }

  private Stream<String> run(String module) throws IOException, InterruptedException {
    return run(module, PROGRAM);
  }

  private Stream<String> run(String module, String program) throws IOException, InterruptedException {
    Path source = Files.createDirectories(folder.resolve("source"));
    Path classes = Files.createDirectories(folder.resolve("classes"));
    Path info = Files.writeString(source.resolve("module-info.java"), "module program { " + module + " }");
    Path main =
        Files.writeString(Files.createDirectories(source.resolve("program/messages")).resolve("Main.java"), program);
    String modules = modulePath();
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null, null, null, "-proc:none", "-p", modules, "-d", classes.toString(), info.toString(),
                main.toString());
    assertThat(failed).as("compiling").isZero();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-p",
                modules + File.pathSeparator + classes,
                "-m",
                "program/program.messages.Main")
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines();
  }

  private static String modulePath() {
    return Stream.of(
            Ferry.class,
            ObjectMapper.class,
            JsonParser.class,
            SmileMapper.class,
            BlackbirdModule.class,
            JsonProperty.class,
            NullMarked.class)
        .map(ClosedModulesTest::home)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String home(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }
}
