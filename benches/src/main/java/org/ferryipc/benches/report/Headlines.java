package org.ferryipc.benches.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The few ratios that stand in the README. */
public final class Headlines {
  private static final String BEGIN = "<!-- measured: begin -->";
  private static final String END = "<!-- measured: end -->";

  // By titles of rows, and what each is for somebody who has not read of rows.
  private static final Map<String, String> WORDS = new LinkedHashMap<>();

  static {
    WORDS.put("transfer_empty", "an empty record, sent and received by one thread");
    WORDS.put("transfer_empty::lanes", "the same with a lane");
    WORDS.put("transfer_senders_64", "64 channel ends moved in one message");
    WORDS.put("transfer_data_4096", "4 KiB of bytes");
    WORDS.put("transfer_data_4096::lanes", "the same with a lane");
    WORDS.put("transfer_data_1048576", "1 MiB of bytes, to another thread");
    WORDS.put("receiver_set::send_on_1_of_1", "a message selected in a `ReceiverSet`");
    WORDS.put("add", "`int add(int, int)` in another process");
  }

  private Headlines() {}

  /** {@return the titles of the rows that are needed} */
  public static List<String> titles() {
    return List.copyOf(WORDS.keySet());
  }

  /**
   * {@return a table in Markdown}
   *
   * @param command how it was made
   */
  public static List<String> table(Report report, String command) {
    List<String> text = new java.util.ArrayList<>();
    text.add("| what | Ferry | the bare calls | ratio (95 %) |");
    text.add("|---|---|---|---|");
    WORDS.forEach(
        (title, words) ->
            report.lines().stream()
                .filter(line -> line.row().equals(title))
                .findFirst() // a row's first floor is the bare one
                .ifPresent(line -> text.add(row(words, line))));
    text.add("");
    text.add("Measured on " + report.machine() + ", by `" + command + "`, which writes this table.");
    return text;
  }

  private static String row(String words, Line line) {
    Estimate ratio = line.ratio().estimate();
    return String.format(
        Locale.ROOT,
        "| %s | %,.2f µs | %,.2f µs | **%.2f** (%.2f – %.2f) |",
        words,
        micros(line.rowNanos().estimate()),
        micros(line.floorNanos()),
        ratio.median(),
        ratio.low(),
        ratio.high());
  }

  private static double micros(Estimate nanos) {
    return nanos.median() / 1000;
  }

  /**
   * Checks that a file has a place for the table, and can be written.
   *
   * @throws IOException if not; the message says why
   */
  public static void check(Path file) throws IOException {
    String text = Files.readString(file);
    if (!text.contains(BEGIN) || text.indexOf(END) < text.indexOf(BEGIN)) {
      throw new IOException("it has no lines " + BEGIN + " and " + END);
    }
    if (!Files.isWritable(file)) {
      throw new IOException("it is not writable");
    }
  }

  /** Writes the table between the two marks of {@code file}. */
  public static void write(Path file, Report report, String command) throws IOException {
    check(file);
    String text = Files.readString(file);
    String table = String.join("\n", table(report, command));
    int begin = text.indexOf(BEGIN) + BEGIN.length();
    Files.writeString(file, text.substring(0, begin) + "\n" + table + "\n" + text.substring(text.indexOf(END)));
  }
}
