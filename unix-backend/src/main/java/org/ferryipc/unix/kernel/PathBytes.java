package org.ferryipc.unix.kernel;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;

/**
 * The bytes of a file name as the kernel knows it.
 *
 * <p>A {@link Path} keeps them, but its text does not where the locale has no characters for them. They are all in
 * its URI, though, which is asked only then, because making it looks at the file.
 */
public final class PathBytes {

  /** What the JDK decodes names with. */
  private static final Charset NAMES = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

  private static final char REPLACEMENT = '\uFFFD';

  private PathBytes() {}

  /**
   * {@return the name, without a zero behind it}
   *
   * @throws ProviderMismatchException if the path is of another file system, for instance within an archive: the kernel would
   *     take its text for a name of its own
   */
  public static byte[] of(Path path) {
    if (path.getFileSystem() != FileSystems.getDefault()) {
      throw new ProviderMismatchException("the path " + path + " is not of this machine's file system");
    }
    String text = path.toString();
    return text.indexOf(REPLACEMENT) < 0 ? text.getBytes(NAMES) : fromUri(path.toUri().getRawPath());
  }

  /** {@return the name with a zero behind it, in memory of {@code arena}} */
  static MemorySegment of(Path path, Arena arena) {
    byte[] bytes = of(path);
    MemorySegment name = arena.allocate(bytes.length + 1L); // filled with zeros
    MemorySegment.copy(bytes, 0, name, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return name;
  }

  private static byte[] fromUri(String rawPath) {
    byte[] ascii = rawPath.getBytes(StandardCharsets.US_ASCII);
    ByteArrayOutputStream name = new ByteArrayOutputStream(ascii.length);
    for (int i = 0; i < ascii.length; i++) {
      if (ascii[i] == '%') {
        name.write(Integer.parseInt(rawPath, i + 1, i + 3, 16));
        i += 2;
      } else {
        name.write(ascii[i]);
      }
    }
    return name.toByteArray();
  }
}
