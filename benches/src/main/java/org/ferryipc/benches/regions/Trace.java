package org.ferryipc.benches.regions;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/**
 * What a program did with the regions of a channel, as {@code -Dferry.regions.trace} has written it.
 *
 * @param events in the order in which they happened
 * @param uses the highest number of a use
 * @param channels the highest number of a channel, and one
 */
record Trace(List<Event> events, int uses, int channels) {

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
   * @param channel whose region it is
   */
  record Event(Kind kind, int use, int bytes, int channel) {}

  /** {@return a trace that comes with the benchmark}: {@code logs} of {@code ferry-logs}, {@code checksums} of {@code ferry-sums} */
  static Trace recorded(String name) throws IOException {
    String resource = name + ".trace.gz";
    try (InputStream packed = Objects.requireNonNull(Trace.class.getResourceAsStream(resource), resource);
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
    Map<Integer, Integer> channels = new HashMap<>(); // by use
    int uses = 0;
    int channelCount = 1;
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.split(" ", -1);
      int use = Integer.parseInt(words[1]);
      uses = Math.max(uses, use);
      if (words.length > 3) {
        channels.put(use, Integer.parseInt(words[3]));
      }
      int channel = channels.getOrDefault(use, 0); // older traces are of one
      channelCount = Math.max(channelCount, channel + 1);
      events.add(
          switch (words[0]) {
            case "take" -> new Event(Kind.TAKE, use, Integer.parseInt(words[2]), channel);
            case "sent" -> new Event(Kind.SENT, use, 0, channel);
            case "unsent" -> new Event(Kind.UNSENT, use, 0, channel);
            case "released" -> new Event(Kind.RELEASED, use, 0, channel);
            default -> throw new IOException("no line of a trace: " + line);
          });
    }
    return new Trace(events, uses, channelCount);
  }
}
