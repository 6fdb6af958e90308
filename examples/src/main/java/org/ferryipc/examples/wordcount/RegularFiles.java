package org.ferryipc.examples.wordcount;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The regular files below a directory, one after the other, each directory's in the order of their names. Symbolic
 * links are not followed.
 *
 * <p>{@link Files#walkFileTree} keeps a descriptor open for each level of directories and would fail in a deep tree
 * where a process may have few; here each directory is read to its end first.
 */
final class RegularFiles {
  private final Path root;
  private final Set<String> leftOut;
  private final BiConsumer<String, String> unreadable;
  private final Deque<Path> pending = new ArrayDeque<>();
  private long links;
  private long others;
  private long vanished;

  /**
   * Begins at {@code root}, which may be a link to a directory.
   *
   * @param leftOut what is left out wherever it is, by its name
   * @param unreadable told the name and the reason of each file or directory that cannot be read
   */
  RegularFiles(Path root, Set<String> leftOut, BiConsumer<String, String> unreadable) {
    this.root = root;
    this.leftOut = leftOut;
    this.unreadable = unreadable;
    pushEntries(root);
  }

  /** {@return the next file}; empty when there are no more */
  Optional<Path> next() {
    while (!pending.isEmpty()) {
      Path path = pending.pop();
      if (leftOut.contains(path.getFileName().toString())) {
        continue;
      }
      try {
        BasicFileAttributes is =
            Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (is.isRegularFile()) {
          return Optional.of(path);
        } else if (is.isDirectory()) {
          pushEntries(path);
        } else if (is.isSymbolicLink()) {
          links++;
        } else {
          others++; // opening a FIFO would wait for a writer
        }
      } catch (IOException e) {
        failed(path, e);
      }
    }
    return Optional.empty();
  }

  /** Notes that a file could not be opened, or that there was none any more. */
  void failed(Path path, IOException why) {
    if (why instanceof NoSuchFileException || why instanceof NotDirectoryException) {
      vanished++;
    } else {
      unreadable.accept(name(path), Words.of(why));
    }
  }

  /** {@return how {@code path} is called below the root} */
  String name(Path path) {
    return path.equals(root) ? "." : root.relativize(path).toString();
  }

  /** {@return how many links were met} */
  long links() {
    return links;
  }

  /** {@return how many FIFOs, sockets and devices were met} */
  long others() {
    return others;
  }

  /** {@return how many were gone when their turn came} */
  long vanished() {
    return vanished;
  }

  private void pushEntries(Path directory) {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      stream.forEach(entries::add);
    } catch (DirectoryIteratorException e) {
      failed(directory, Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      failed(directory, e);
    }
    entries.sort(Comparator.reverseOrder());
    entries.forEach(pending::push);
  }
}
