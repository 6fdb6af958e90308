package org.ferryipc.core.region;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.ferryipc.core.ownership.FerryLog;
import org.jspecify.annotations.Nullable;

/**
 * Writes what all pools of a process do to the file that {@code -Dferry.regions.trace} names, a line for each: {@code take USE
 * BYTES POOL}, then {@code sent USE} or {@code unsent USE}, and {@code released USE} when a pool sees that a receiver has released what
 * was sent. To be replayed: {@code docs/regions.md}.
 */
final class RegionTrace {
  private static final @Nullable Writer FILE = open(System.getProperty("ferry.regions.trace"));

  /** Whether there is a trace; constant, so that asking costs nothing. */
  static final boolean ON = FILE != null;

  private static long uses; // guarded by the class
  private static int pools; // guarded by the class
  private static boolean failed; // guarded by the class

  private RegionTrace() {}

  private static @Nullable Writer open(@Nullable String name) {
    if (name == null) {
      return null;
    }
    try {
      return Files.newBufferedWriter(Path.of(name), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return the number of a pool in the trace} */
  static synchronized int nextPool() {
    return pools++;
  }

  static synchronized void taken(int pool, Region region, long bytes) {
    region.traced = ++uses;
    write("take " + region.traced + ' ' + bytes + ' ' + pool);
  }

  static synchronized void ended(String how, Region region) {
    write(how + ' ' + region.traced);
  }

  private static void write(String line) {
    Writer file = FILE;
    if (file != null && !failed) {
      try {
        file.append(line).append('\n').flush(); // a process may be killed
      } catch (IOException e) { // no message fails because nobody can write down that it was sent
        failed = true;
        FerryLog.log(System.Logger.Level.ERROR, "the trace of regions ends here", e);
      }
    }
  }
}
