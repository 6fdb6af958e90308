package org.ferryipc.core.leak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import org.ferryipc.core.transport.KeptDescriptors;

/**
 * What {@code /proc/self/fd} shows at one moment, without what the JVM opens once and never closes.
 *
 * @param links what each number points to, as the kernel writes it
 * @param kept how many of them the library keeps for its own later use
 */
public record OpenDescriptors(SortedMap<Integer, String> links, long kept) {
  private static final Path TABLE = Path.of("/proc/self/fd");
  private static final boolean VISIBLE = Files.isDirectory(TABLE);
  private static final String JDK = jdk();

  // With its first socket the JDK opens one more, to close others safely, and keeps it (sun.nio.ch.UnixDispatcher). It
  // looks like any socket: so it is opened before the first look.
  static {
    try {
      new Socket().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String jdk() {
    try {
      return Path.of(System.getProperty("java.home")).toRealPath() + "/";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return the descriptors of now}; none on a system that does not show them */
  public static OpenDescriptors now() {
    SortedMap<Integer, String> links = new TreeMap<>();
    if (VISIBLE) {
      try (DirectoryStream<Path> table = Files.newDirectoryStream(TABLE)) {
        for (Path entry : table) {
          add(links, entry);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return new OpenDescriptors(links, KeptDescriptors.kept());
  }

  /** {@return how many descriptors belong to the program and its handles} */
  public long owned() {
    return links.size() - kept;
  }

  /** {@return the entries that {@code earlier} has not} */
  public SortedMap<Integer, String> since(OpenDescriptors earlier) {
    SortedMap<Integer, String> fresh = new TreeMap<>(links);
    fresh.entrySet().removeAll(earlier.links.entrySet());
    return fresh;
  }

  private static void add(SortedMap<Integer, String> links, Path entry) throws IOException {
    try {
      String target = Files.readSymbolicLink(entry).toString();
      if (!heldByTheJvm(target)) {
        links.put(Integer.valueOf(entry.getFileName().toString()), target);
      }
    } catch (NoSuchFileException closedMeanwhile) {
      // Another thread's; it is gone, as a descriptor should be.
    }
  }

  // Class path entries are opened when a class is first looked for in them, the random devices when first asked, files of the
  // JDK (those of the time zones, when a thread first writes a date into the log) for a moment at any time, and the directory is
  // this method's own look.
  private static boolean heldByTheJvm(String target) {
    return target.endsWith(".jar")
        || target.startsWith(JDK)
        || target.equals("/dev/random")
        || target.equals("/dev/urandom")
        || (target.startsWith("/proc/") && target.endsWith("/fd"));
  }
}
