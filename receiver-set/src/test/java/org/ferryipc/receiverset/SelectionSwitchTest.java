package org.ferryipc.receiverset;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The switch that the Javadoc of {@link ReceiverSet} shows compiles as it stands there. */
class SelectionSwitchTest {
  private static final String SNIPPET = "{@snippet :";

  private static final String AROUND =
      """
      import org.ferryipc.core.*;
      import org.ferryipc.receiverset.*;
      abstract class Shown {
        record Job(String name, OwnedFd input, IpcSender<String> reply) {}
        abstract void run(String name, OwnedFd input, IpcSender<String> reply);
        abstract void forget(Registration<?> member);
        abstract void log(Registration<?> member, Exception error);
        void loop(ReceiverSet set, IpcReceiver<Job> jobReceiver) throws Exception {
      %s
        }
      }
      """;

  @Test
  void compilesAsShown(@TempDir Path classes) throws Exception {
    String shown = snippet(Files.readString(source()));
    assertThat(shown).contains("case Selection.Message m when", "case Selection.Failed(");
    assertThat(errors(AROUND.formatted(shown), classes)).isEmpty();
    assertThat(errors(AROUND.formatted(shown.replace("case Selection.Failed", "// case")), classes))
        .as("a switch without failures is not exhaustive")
        .isNotEmpty();
  }

  // Up to the brace that closes it; those within it are in pairs.
  private static String snippet(String source) {
    int begin = source.indexOf(SNIPPET);
    assertThat(begin).as("a snippet in the Javadoc").isNotNegative();
    int end = begin + 1;
    for (int depth = 1; depth > 0; end++) {
      depth += source.charAt(end) == '{' ? 1 : source.charAt(end) == '}' ? -1 : 0;
    }
    return source
        .substring(begin + SNIPPET.length(), end - 1)
        .lines()
        .map(line -> line.replaceFirst("^ \\* ?", ""))
        .collect(Collectors.joining("\n"));
  }

  private static Path source() {
    String path = "src/main/java/org/ferryipc/receiverset/ReceiverSet.java";
    for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
      for (Path candidate : List.of(folder.resolve(path), folder.resolve("receiver-set").resolve(path))) {
        if (Files.exists(candidate)) {
          return candidate;
        }
      }
    }
    throw new AssertionError("no source of ReceiverSet");
  }

  private static List<Diagnostic<? extends JavaFileObject>> errors(String code, Path classes) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    JavaFileObject file =
        new SimpleJavaFileObject(URI.create("string:///Shown.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreErrors) {
            return code;
          }
        };
    List<String> options =
        List.of("-proc:none", "-d", classes.toString(), "-classpath", System.getProperty("java.class.path"));
    try (StandardJavaFileManager files = compiler.getStandardFileManager(found, null, null)) {
      Boolean unused = compiler.getTask(null, files, found, options, null, List.of(file)).call();
    }
    return found.getDiagnostics().stream().filter(d -> d.getKind() == Diagnostic.Kind.ERROR).toList();
  }
}
