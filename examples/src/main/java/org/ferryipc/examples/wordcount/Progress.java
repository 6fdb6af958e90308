package org.ferryipc.examples.wordcount;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** How far the work is: one line that is written over on a terminal, a plain line now and then elsewhere. */
final class Progress {
  private static final long BETWEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(100); // quick enough for an eye
  private static final int FILES_PER_PLAIN_LINE = 5_000;

  // ECMA-48: erase to the end of the line.
  private static final String BACK_AND_ERASE = "\r\u001B[K";

  private final PrintStream out;
  private final boolean terminal;
  private long next = System.nanoTime();
  private boolean shown;

  Progress(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** {@return whether standard output is a terminal}; {@link java.io.Console} wants standard input to be one as well */
  static boolean isTerminal() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
    } catch (IOException e) {
      return false;
    }
  }

  /** Says what has been done. */
  void show(long files, long bytes) {
    if (!terminal) {
      if (files % FILES_PER_PLAIN_LINE == 0) {
        out.println(text(files, bytes));
      }
    } else if (System.nanoTime() - next >= 0) {
      next = System.nanoTime() + BETWEEN_NANOS;
      out.print(BACK_AND_ERASE + text(files, bytes));
      out.flush();
      shown = true;
    }
  }

  /** Takes the line off the terminal, so that another can be written. */
  void clear() {
    if (shown) {
      out.print(BACK_AND_ERASE);
      out.flush();
      shown = false;
    }
  }

  private static String text(long files, long bytes) {
    return String.format(Locale.ROOT, "%,d counted, %,d bytes", files, bytes);
  }
}
