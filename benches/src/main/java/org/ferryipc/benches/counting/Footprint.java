package org.ferryipc.benches.counting;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.ferryipc.benches.report.Result;
import org.jspecify.annotations.Nullable;

/** What a channel takes that is there and was used once: descriptors and memory, in a virtual machine of its own. */
public final class Footprint {
  // As many as have lanes within the memory that all lanes of a process share.
  private static final int CHANNELS = 400;
  private static final int SECONDS = 60;
  private static final String FLOOR = "socketpair_footprint";
  private static final List<String> UNITS = List.of("descriptors/channel", "heap B/channel", "resident B/channel");

  private Footprint() {}

  /**
   * {@return the figures of pairs of sockets, of channels without and with lanes}
   *
   * @param folder for what the processes say
   * @param suite of the channels
   * @throws IOException if a process fails; the message is one line
   */
  public static List<Result> measure(Path folder, String suite) throws IOException, InterruptedException {
    List<Double> bare = run("bare", folder);
    List<Result> results = new ArrayList<>(results("floor", FLOOR, "off", bare, null));
    for (String lanes : List.of("off", "on")) {
      results.addAll(results(suite, "channel_footprint", lanes, run(lanes, folder), bare));
    }
    return results;
  }

  /** {@return one of the figures, for people} */
  public static String line(Result one) {
    String lanes = one.lanes().equals("on") ? "::lanes" : "";
    return String.format(Locale.ROOT, "%s%s  %,.0f %s", one.name(), lanes, one.value(), one.unit());
  }

  private static List<Result> results(
      String suite, String name, String lanes, List<Double> values, @Nullable List<Double> bare) {
    List<Result> results = new ArrayList<>();
    for (int i = 0; i < UNITS.size(); i++) {
      double value = values.get(i);
      // A pair of sockets has hardly anything on the heap, and nothing is no measure.
      Double ratio = bare == null || bare.get(i) < 1 ? null : value / bare.get(i);
      results.add(
          new Result(
              suite,
              name,
              lanes,
              "same-thread",
              1,
              null,
              value,
              UNITS.get(i),
              0,
              ratio == null ? null : FLOOR,
              ratio));
    }
    return results;
  }

  private static List<Double> run(String kind, Path folder) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    Path said = folder.resolve("PerChannel-" + kind + ".log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(PerChannel.OPTIONS);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), PerChannel.class.getName()));
    command.addAll(List.of(kind, Integer.toString(CHANNELS)));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    String[] numbers = Files.readString(said, StandardCharsets.UTF_8).strip().split(" ");
    if (process.isAlive() || process.exitValue() != 0 || numbers.length != UNITS.size()) {
      throw new IOException("measuring what a channel takes failed, see " + said);
    }
    List<Double> each = new ArrayList<>();
    for (String number : numbers) {
      each.add(Double.parseDouble(number) / CHANNELS);
    }
    return each;
  }
}
