package org.ferryipc.examples.wordcount;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * How many descriptors the reporting process has open; as a message, the worker's answer to {@link Start} and its last
 * word.
 *
 * @param count the entries of {@code /proc/self/fd}, but those that look at it, and but what Ferry makes once for the whole
 *     process, whenever that is, and keeps: an eventfd when a thread first waits, and two epoll descriptors, by which it hears
 *     of the end of others, with the first lane or the first virtual thread that waits
 */
record OpenDescriptors(int count) {
  private static final Path TABLE = Path.of("/proc/self/fd");
  private static final Path EVENTFD = Path.of("anon_inode:[eventfd]");
  private static final Path EPOLL = Path.of("anon_inode:[eventpoll]");
  private static final int KEPT_EPOLLS = 2;
  private static final Path GONE = Path.of("");

  /** Counts those of this process. */
  static OpenDescriptors now() throws IOException {
    Path looking = TABLE.toRealPath();
    int count = 0;
    int epolls = 0;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(TABLE)) {
      for (Path entry : entries) {
        Path target = target(entry);
        if (target.equals(EPOLL)) {
          epolls++;
        } else if (!target.equals(looking) && !target.equals(EVENTFD) && !target.equals(GONE)) {
          count++;
        }
      }
    }
    return new OpenDescriptors(count + Math.max(0, epolls - KEPT_EPOLLS));
  }

  private static Path target(Path entry) throws IOException {
    try {
      return Files.readSymbolicLink(entry);
    } catch (NoSuchFileException closedMeanwhile) {
      return GONE;
    }
  }
}
