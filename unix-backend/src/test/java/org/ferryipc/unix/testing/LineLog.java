package org.ferryipc.unix.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The lines that one stream of a child has given so far, read by a thread of its own so that a full
 * pipe never stops the child. Thread-safe.
 */
final class LineLog {

  private final Thread reader;
  private final List<String> lines = new ArrayList<>(); // guarded by this
  private int next; // guarded by this; the first line that no await has passed yet
  private boolean ended; // guarded by this

  LineLog(String name, BufferedReader stream) {
    reader = Thread.ofPlatform().daemon().name(name).start(() -> readAll(stream));
  }

  /** {@return the lines so far} */
  synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  /**
   * Waits for the next line that {@code wanted} accepts and passes over those before it.
   *
   * @return that line, or null if the stream ended or {@code deadline} (of {@link System#nanoTime})
   *     passed without one
   */
  synchronized @Nullable String await(Predicate<String> wanted, long deadline)
      throws InterruptedException {
    while (true) {
      while (next < lines.size()) {
        String line = lines.get(next++);
        if (wanted.test(line)) {
          return line;
        }
      }
      Duration left = Duration.ofNanos(deadline - System.nanoTime());
      if (ended || !left.isPositive()) {
        return null;
      }
      wait(left.toMillis() + 1); // 0 would wait for ever
    }
  }

  /**
   * {@return whether the stream came to its end within {@code limit}} An interrupt does not shorten
   * the wait and is kept.
   */
  boolean awaitEnd(Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          return reader.join(Duration.ofNanos(deadline - System.nanoTime()));
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void readAll(BufferedReader stream) {
    try {
      for (String line = stream.readLine(); line != null; line = stream.readLine()) {
        add(line);
      }
    } catch (IOException e) {
      add("(closed while it was read: " + e + ")");
    } finally {
      end();
    }
  }

  private synchronized void add(String line) {
    lines.add(line);
    notifyAll();
  }

  private synchronized void end() {
    ended = true;
    notifyAll();
  }
}
