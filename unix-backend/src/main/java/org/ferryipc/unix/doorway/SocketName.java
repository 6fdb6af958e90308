package org.ferryipc.unix.doorway;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.SocketException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.unix.kernel.PathBytes;
import org.newsclub.net.unix.AFUNIXSocketAddress;

/** What a user calls a server: a path, or a name in the abstract namespace. */
sealed interface SocketName {

  /** {@code sun_path} in {@code linux/un.h} has 108 bytes; a path ends with a zero, an abstract name begins with one. */
  int MAX_BYTES = 107;

  /** What an abstract name begins with in our notation, as in the output of {@code ss} and {@code lsof}. */
  String ABSTRACT = "@";

  /** {@return the name as users write it} */
  String text();

  /** {@return the bytes in {@code sun_path}, without the zero behind a path} */
  byte[] bytes();

  /**
   * {@return the name that {@code text} means}
   *
   * @throws IllegalArgumentException if it can be no name
   * @throws LimitExceededException if it has too many bytes
   */
  static SocketName parse(String text) throws LimitExceededException {
    if (text.isEmpty() || text.equals(ABSTRACT) || text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("\"" + text + "\" is no name: it is empty or has a NUL character");
    }
    if (text.startsWith(ABSTRACT) && !UTF_8.newEncoder().canEncode(text)) {
      throw new IllegalArgumentException("a name with half of a surrogate pair has no bytes of its own");
    }
    SocketName name;
    try {
      name = text.startsWith(ABSTRACT)
          ? new Abstract(text.substring(ABSTRACT.length()))
          : new InFiles(Path.of(text).toAbsolutePath());
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("\"" + text + "\" is no path here: " + e.getReason(), e);
    }
    checkLength(name);
    return name;
  }

  /**
   * {@return the name at {@code path}, which is absolute}
   *
   * @throws LimitExceededException if it has too many bytes
   */
  static SocketName at(Path path) throws LimitExceededException {
    SocketName name = new InFiles(path);
    checkLength(name);
    return name;
  }

  /** {@return the name as junixsocket takes it}; loads its native library */
  default AFUNIXSocketAddress address() throws SocketException {
    return AFUNIXSocketAddress.of(bytes());
  }

  private static void checkLength(SocketName name) throws LimitExceededException {
    int length = name instanceof Abstract ? name.bytes().length - 1 : name.bytes().length;
    if (length > MAX_BYTES) {
      throw new LimitExceededException("socket name " + name.text(), "length in bytes", MAX_BYTES, length);
    }
  }

  /**
   * A path.
   *
   * @param path absolute, so that it means the same to a process that works elsewhere
   */
  record InFiles(Path path) implements SocketName {
    @Override
    public String text() {
      return path.toString();
    }

    @Override
    public byte[] bytes() {
      return PathBytes.of(path);
    }
  }

  /**
   * A name without a file: unix(7), "Abstract sockets".
   *
   * @param label what follows the {@code @}
   */
  record Abstract(String label) implements SocketName {
    @Override
    public String text() {
      return ABSTRACT + label;
    }

    @Override
    public byte[] bytes() {
      byte[] encoded = label.getBytes(UTF_8);
      byte[] bytes = new byte[encoded.length + 1];
      System.arraycopy(encoded, 0, bytes, 1, encoded.length);
      return bytes;
    }
  }
}
