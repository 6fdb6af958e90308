package org.ferryipc.unix.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The class path of this JVM as a child can use it: in place, or copied to where every user may
 * read it. Closing it removes the copies.
 *
 * @param entries the class path, as {@code java -cp} takes it
 * @param copies the directory of the copies, or null if the entries are used in place
 */
record ClassPathForChild(String entries, @Nullable Path copies) implements AutoCloseable {

  static ClassPathForChild ofThisJvm() {
    return new ClassPathForChild(System.getProperty("java.class.path"), null);
  }

  /**
   * {@return a copy of the class path that every user may read}
   *
   * @throws IOException if it cannot be copied; nothing is left behind then
   */
  static ClassPathForChild readableByAll() throws IOException {
    Path directory = Files.createTempDirectory("ferry-child-classes");
    var entries = new ArrayList<String>();
    var copy = new ClassPathForChild("", directory);
    try {
      for (String entry : ofThisJvm().entries().split(File.pathSeparator)) {
        Path source = Path.of(entry);
        if (Files.exists(source)) {
          // Numbered, as two entries may have the same last name: target/classes of two modules.
          Path target = directory.resolve(entries.size() + "-" + source.getFileName());
          copyTree(source, target);
          entries.add(target.toString());
        }
      }
      letAllRead(directory);
    } catch (IOException | RuntimeException | Error e) {
      copy.close();
      throw e;
    }
    return new ClassPathForChild(String.join(File.pathSeparator, entries), directory);
  }

  /** Removes the copies; harmless when repeated. */
  @Override
  public void close() {
    if (copies == null || !Files.exists(copies)) {
      return;
    }
    try {
      for (Path path : tree(copies, Comparator.reverseOrder())) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copyTree(Path source, Path target) throws IOException {
    for (Path path : tree(source, Comparator.naturalOrder())) {
      Files.copy(path, target.resolve(source.relativize(path).toString()));
    }
  }

  private static void letAllRead(Path directory) throws IOException {
    for (Path path : tree(directory, Comparator.naturalOrder())) {
      String permissions = Files.isDirectory(path) ? "rwxr-xr-x" : "rw-r--r--";
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }
  }

  private static List<Path> tree(Path root, Comparator<Path> order) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      return paths.sorted(order).toList();
    }
  }
}
