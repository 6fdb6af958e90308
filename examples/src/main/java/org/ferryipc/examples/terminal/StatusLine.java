package org.ferryipc.examples.terminal;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** How far the work is: one line that is written over on a terminal, a plain line now and then elsewhere. */
public final class StatusLine {
  private static final long BETWEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(100); // quick enough for an eye

  // ECMA-48: erase to the end of the line.
  private static final String BACK_AND_ERASE = "\r\u001B[K";

  private final PrintStream out;
  private final boolean terminal;
  private long next = System.nanoTime();
  private boolean shown;

  /** A line on {@code out}, which is a terminal or not. */
  public StatusLine(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** {@return whether standard output is a terminal}; {@link java.io.Console} wants standard input to be one as well */
  public static boolean isTerminal() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Shows where the work stands.
   *
   * @param worthALine whether to say it where every word stays
   */
  public void show(Supplier<String> text, boolean worthALine) {
    if (!terminal) {
      if (worthALine) {
        out.println(text.get());
      }
    } else if (System.nanoTime() - next >= 0) {
      next = System.nanoTime() + BETWEEN_NANOS;
      out.print(BACK_AND_ERASE + text.get());
      out.flush();
      shown = true;
    }
  }

  /** Takes the line off the terminal, so that another can be written. */
  public void clear() {
    if (shown) {
      out.print(BACK_AND_ERASE);
      out.flush();
      shown = false;
    }
  }
}
