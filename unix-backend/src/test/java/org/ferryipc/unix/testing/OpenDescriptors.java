package org.ferryipc.unix.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The descriptors of this process at one instant: each number with what the kernel says it refers
 * to, for example {@code socket:[4711]}.
 *
 * <p>Left out are the descriptor of the listing itself and what the JVM opens at first use and
 * keeps: jars and module images (the first class loaded from them), the sources of random numbers.
 * They tell when something was first used, not who leaks. Immutable. It does not see who owns a
 * number.
 *
 * @param links what each open number refers to
 */
public record OpenDescriptors(SortedMap<Integer, String> links) {

  private static final Path SELF = Path.of("/proc/self/fd");

  /** Keeps its own copy. */
  public OpenDescriptors {
    links = Collections.unmodifiableSortedMap(new TreeMap<>(links));
  }

  /**
   * {@return what this process has open now}
   *
   * @throws UncheckedIOException if {@code /proc} cannot be read
   */
  public static OpenDescriptors now() {
    var links = new TreeMap<Integer, String>();
    try (DirectoryStream<Path> numbers = Files.newDirectoryStream(SELF)) {
      String listing = "/proc/" + ProcessHandle.current().pid() + "/fd";
      for (Path number : numbers) {
        String link = linkOf(number);
        if (!link.isEmpty() && !link.equals(listing) && !isOfTheJvm(link)) {
          links.put(Integer.valueOf(number.getFileName().toString()), link);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new OpenDescriptors(links);
  }

  /** {@return what is open here and was not open, or was something else, in {@code earlier}} */
  public OpenDescriptors since(OpenDescriptors earlier) {
    var added = new TreeMap<>(links);
    added.entrySet().removeAll(earlier.links.entrySet());
    return new OpenDescriptors(added);
  }

  /** {@return how many descriptors are listed} */
  public int count() {
    return links.size();
  }

  /** Empty for a number that another thread closed after it was listed. */
  private static String linkOf(Path number) throws IOException {
    try {
      return Files.readSymbolicLink(number).toString();
    } catch (NoSuchFileException e) {
      return "";
    }
  }

  private static boolean isOfTheJvm(String link) {
    return link.endsWith(".jar")
        || link.endsWith("/lib/modules")
        || link.equals("/dev/random")
        || link.equals("/dev/urandom");
  }
}
