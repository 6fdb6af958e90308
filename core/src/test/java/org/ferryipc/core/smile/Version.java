package org.ferryipc.core.smile;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.ferryipc.core.MessageType;

/**
 * One version of a program's message types, in a class loader of its own: what runs in one of two processes during an
 * upgrade.
 */
final class Version implements AutoCloseable {
  private final URLClassLoader loader;

  private Version(URLClassLoader loader) {
    this.loader = loader;
  }

  /** Compiles {@code source}, the body of a class {@code v}, into a fresh folder under {@code folder}. */
  static Version of(Path folder, String source) throws IOException {
    Path fresh = Files.createTempDirectory(folder, "version");
    Path file =
        Files.writeString(
            fresh.resolve("v.java"),
            """
            import java.util.*;
            import org.ferryipc.core.*;
            public class v {
              public record Result(String text) {}
              %s
            }
            """
                .formatted(source));
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-proc:none", "-cp", System.getProperty("java.class.path"), file.toString());
    if (failed != 0) {
      throw new AssertionError("does not compile: " + source);
    }
    return new Version(new URLClassLoader(new URL[] {fresh.toUri().toURL()}, Version.class.getClassLoader()));
  }

  Class<?> type(String name) throws ClassNotFoundException {
    return loader.loadClass("v$" + name);
  }

  @SuppressWarnings("unchecked")
  MessageType<Object> message(String name) throws ClassNotFoundException {
    return MessageType.of((Class<Object>) type(name));
  }

  /** {@return a value made by the canonical constructor} */
  Object make(String name, Object... components) throws ReflectiveOperationException {
    Constructor<?> canonical = type(name).getDeclaredConstructors()[0];
    return canonical.newInstance(components);
  }

  /** {@return the constant of an enum} */
  Object constant(String name, String constant) throws ClassNotFoundException {
    return List.of(type(name).getEnumConstants()).stream()
        .filter(c -> ((Enum<?>) c).name().equals(constant))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
