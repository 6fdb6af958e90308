package org.ferryipc.benches;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ferryipc.benches.Row.Floor;
import org.ferryipc.benches.pickle.PerfCalls;
import org.ferryipc.benches.pickle.PerfPingPong;
import org.ferryipc.benches.turns.Bench;
import org.jspecify.annotations.Nullable;

/** The rows of Chromium's {@code ipc_perftests}: each read by copying and borrowed, one beside the other. */
final class PickleRows {
  private static final String SUITE = "ipc_perftests";
  private static final List<String> LABELS =
      List.of("Channel", "ChannelProxy", "SingleProcess", "Multiprocess", "MultiprocessSync");
  private static final String COPY = "copy";
  private static final String BORROW = "borrow";

  /** A size of the suite, and how many messages of it the original sends. */
  private record Size(int count, int bytes) {}

  private static final Size LARGE = new Size(1_000, 248_832);
  private static final List<Size> SIZES =
      List.of(new Size(50_000, 12), new Size(50_000, 144), new Size(50_000, 1_728), new Size(12_000, 20_736), LARGE);

  // The limit of the project's issue 7, part 1: at least 15 % faster at this size.
  private static final double BORROWED_LARGE = 0.85;

  private PickleRows() {}

  static Stream<Row> all() {
    return Stream.of(false, true)
        .flatMap(
            lanes ->
                LABELS.stream()
                    .filter(label -> !lanes || label.equals("Channel"))
                    .flatMap(
                        label ->
                            SIZES.stream()
                                .flatMap(
                                    size ->
                                        Stream.of(
                                            row(label, size, lanes, COPY, BORROW, null),
                                            row(label, size, lanes, BORROW, COPY, most(label, size, lanes))))));
  }

  private static @Nullable Double most(String label, Size size, boolean lanes) {
    return size.equals(LARGE) && label.equals("Channel") && !lanes ? BORROWED_LARGE : null;
  }

  private static Row row(
      String label, Size size, boolean lanes, String read, String other, @Nullable Double most) {
    String name = "IPC_" + label + "_Perf_" + size.count() + "x_" + size.bytes();
    String peer = other + "::" + name + (lanes ? Row.LANES : "");
    return new Row(
            SUITE,
            name,
            lanes,
            Placement.ONE_CORE,
            bench(label, size, lanes, read),
            List.of(new Floor(peer, bench(label, size, lanes, other), most, SUITE)),
            null,
            null,
            false)
        .withProcesses(label.equals("SingleProcess") ? 1 : 2)
        .withRead(read)
        .withBytes(size.bytes());
  }

  private static Bench bench(String label, Size size, boolean lanes, String read) {
    String bytes = Integer.toString(size.bytes());
    return switch (label) {
      case "Multiprocess" -> new Bench(PerfCalls.class, "callLater", Map.of("bytes", bytes, "read", read));
      case "MultiprocessSync" -> new Bench(PerfCalls.class, "call", Map.of("bytes", bytes, "read", read));
      default ->
          new Bench(
              PerfPingPong.class,
              "roundTrip",
              Map.of("label", label, "bytes", bytes, "read", read, "lanes", lanes ? "on" : "off"));
    };
  }
}
