package org.ferryipc.unix.testing;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Loads what a test would load later from directories: each class there is a file to be opened, for which a process that is
 * out of descriptors has no room. In a jar, as programs have them, they need none.
 */
public final class LoadedClasses {
  private LoadedClasses() {}

  /** Loads all of Ferry's classes, without initializing them. */
  public static void all() throws IOException {
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path directory = Path.of(entry);
      if (Files.isDirectory(directory)) {
        List<Path> files;
        try (Stream<Path> tree = Files.walk(directory)) {
          files = tree.filter(file -> file.toString().endsWith(".class")).toList();
        }
        for (Path file : files) {
          load(directory.relativize(file).toString());
        }
      }
    }
  }

  private static void load(String file) {
    String name = file.substring(0, file.length() - ".class".length()).replace(File.separatorChar, '.');
    if (name.startsWith("org.ferryipc.")) {
      try {
        Class<?> unused = Class.forName(name, false, LoadedClasses.class.getClassLoader());
      } catch (ClassNotFoundException | LinkageError e) {
        // A test's class whose library is not here; nobody needs it now.
      }
    }
  }
}
