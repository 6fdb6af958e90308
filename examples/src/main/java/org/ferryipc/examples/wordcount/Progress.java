package org.ferryipc.examples.wordcount;

import java.io.PrintStream;
import java.util.Locale;
import org.ferryipc.examples.terminal.StatusLine;

/** How many files have been counted. */
final class Progress {
  private static final int FILES_PER_PLAIN_LINE = 5_000;

  private final StatusLine line;

  Progress(PrintStream out, boolean terminal) {
    line = new StatusLine(out, terminal);
  }

  /** Says what has been done. */
  void show(long files, long bytes) {
    line.show(
        () -> String.format(Locale.ROOT, "%,d counted, %,d bytes", files, bytes), files % FILES_PER_PLAIN_LINE == 0);
  }

  /** Takes the line off the terminal, so that another can be written. */
  void clear() {
    line.clear();
  }
}
