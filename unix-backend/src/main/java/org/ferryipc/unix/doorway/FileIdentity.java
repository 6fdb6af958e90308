package org.ferryipc.unix.doorway;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What stands at a path, without following a link.
 *
 * @param device the file system's number
 * @param inode the file's number in it
 * @param mode kind and permissions: inode(7)
 * @param links how many names the file has
 */
record FileIdentity(long device, long inode, int mode, int links) {

  private static final int S_IFMT = 0xF000;
  private static final int S_IFSOCK = 0xC000;

  /** {@return what is at {@code path}; empty if nothing is} */
  static Optional<FileIdentity> of(Path path) throws IOException {
    try {
      Map<String, Object> attributes =
          Files.readAttributes(path, "unix:dev,ino,mode,nlink", LinkOption.NOFOLLOW_LINKS);
      return Optional.of(
          new FileIdentity(
              number(attributes, "dev"),
              number(attributes, "ino"),
              (int) number(attributes, "mode"),
              (int) number(attributes, "nlink")));
    } catch (NoSuchFileException nothing) {
      return Optional.empty();
    }
  }

  private static long number(Map<String, Object> attributes, String name) {
    return ((Number) Objects.requireNonNull(attributes.get(name))).longValue();
  }

  boolean isSocket() {
    return (mode & S_IFMT) == S_IFSOCK;
  }

  boolean sameFile(FileIdentity other) {
    return device == other.device && inode == other.inode;
  }
}
