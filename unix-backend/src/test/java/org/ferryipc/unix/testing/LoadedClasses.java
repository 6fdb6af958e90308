package org.ferryipc.unix.testing;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Loads classes ahead of time, for a process that will have no descriptor left with which to read them. */
public final class LoadedClasses {
  private LoadedClasses() {}

  /** Loads, without initializing, all classes on the class path whose names begin with {@code prefix}, such as {@code org.ferryipc.}. */
  public static void under(String prefix) throws IOException {
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(entry);
      if (Files.isDirectory(path)) {
        load(path, prefix);
      } else if (entry.endsWith(".jar") && Files.isRegularFile(path)) {
        try (FileSystem jar = FileSystems.newFileSystem(path)) {
          load(jar.getPath("/"), prefix);
        }
      }
    }
  }

  private static void load(Path root, String prefix) throws IOException {
    List<String> names;
    try (Stream<Path> files = Files.walk(root)) {
      names =
          files
              .map(file -> root.relativize(file).toString())
              .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
              .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
              .filter(name -> name.startsWith(prefix))
              .toList();
    }
    for (String name : names) {
      try {
        Class<?> unused = Class.forName(name, false, LoadedClasses.class.getClassLoader());
      } catch (ClassNotFoundException | LinkageError e) {
        // One that needs what is not on this class path is not used here either.
      }
    }
  }
}
