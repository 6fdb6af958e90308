package org.ferryipc.benches.regions;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/**
 * What a program did with the regions of a channel, as {@code -Dferry.regions.trace} has written it.
 *
 * @param events in the order in which they happened
 * @param uses the highest number of a use
 */
record Trace(List<Event> events, int uses) {
  private static final String RECORDED = "checksums.trace.gz";

  /** What happened to a region. */
  enum Kind {
    TAKE,
    SENT,
    UNSENT,
    RELEASED
  }

  /**
   * One line.
   *
   * @param use of which region, and which of its uses
   * @param bytes of a TAKE
   */
  record Event(Kind kind, int use, int bytes) {}

  /** {@return the trace of {@code ferry-sums} that comes with the benchmark} */
  static Trace recorded() throws IOException {
    try (InputStream packed = Objects.requireNonNull(Trace.class.getResourceAsStream(RECORDED), RECORDED);
        InputStream in = new GZIPInputStream(packed)) {
      return read(in);
    }
  }

  static Trace read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return read(in);
    }
  }

  private static Trace read(InputStream in) throws IOException {
    List<Event> events = new ArrayList<>();
    int uses = 0;
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.split(" ", -1);
      int use = Integer.parseInt(words[1]);
      uses = Math.max(uses, use);
      events.add(
          switch (words[0]) {
            case "take" -> new Event(Kind.TAKE, use, Integer.parseInt(words[2]));
            case "sent" -> new Event(Kind.SENT, use, 0);
            case "unsent" -> new Event(Kind.UNSENT, use, 0);
            case "released" -> new Event(Kind.RELEASED, use, 0);
            default -> throw new IOException("no line of a trace: " + line);
          });
    }
    return new Trace(events, uses);
  }
}
