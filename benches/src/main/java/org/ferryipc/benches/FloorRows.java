package org.ferryipc.benches;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ferryipc.benches.Row.Floor;
import org.ferryipc.benches.floor.CacheLine;
import org.ferryipc.benches.floor.Futex;
import org.ferryipc.benches.floor.MemoryCopy;
import org.ferryipc.benches.floor.RoundTrip;
import org.ferryipc.benches.turns.Bench;

/**
 * What the machine itself can do: beside the least of all, which is a cache line that goes from one processor to another; and
 * streams beside packets.
 */
final class FloorRows {
  /** How the names of the least of all begin. */
  static final String CACHE_LINE = "cache_line_ping_pong";

  private static final Bench LINE = Bench.of(CacheLine.class, "roundTrip");
  private static final List<Integer> COPIED = List.of(64, 4 << 10, 64 << 10, 1 << 20, 8 << 20, 64 << 20);

  // Each as the kernel gives it in one piece, also to who does not wait for all of it.
  private static final List<Integer> STREAMED = List.of(12, 1_728);
  private static final String PING_PONG = "ping_pong";

  private FloorRows() {}

  static Stream<Row> all() {
    return Stream.of(
            Stream.of(besideLine("futex_ping_pong", Bench.of(Futex.class, "roundTrip")).withCurve()),
            STREAMED.stream().flatMap(bytes -> Stream.of(stream(bytes, "blocking", ""), stream(bytes, "spinning", "spinning_"))),
            COPIED.stream().map(FloorRows::copy))
        .flatMap(rows -> rows);
  }

  private static Row stream(int bytes, String way, String prefix) {
    String name = prefix + "stream_" + PING_PONG + "_" + bytes;
    Floor packets = new Floor(prefix + PING_PONG + "::" + name, trip(bytes, way, "fitting"), null);
    return new Row(
            Rows.FLOOR, name, false, Placement.TWO_CORES, trip(bytes, way, "stream"), List.of(packets), null, null, false)
        .withProcesses(2)
        .withCurve();
  }

  private static Bench trip(int bytes, String way, String socket) {
    return new Bench(
        RoundTrip.class,
        "roundTrip",
        Map.of(
            "bytes", Integer.toString(bytes), "way", way, "socket", socket, "placement", Placement.TWO_CORES.toString()));
  }

  private static Row besideLine(String name, Bench bench) {
    return row(
        name, Placement.apart(), bench, CACHE_LINE + "::" + name);
  }

  private static Row copy(int bytes) {
    String name = "memcpy_" + bytes;
    return row(
            name,
            Placement.SAME_THREAD,
            Bench.of(MemoryCopy.class, "copy", "bytes", Integer.toString(bytes)),
            CACHE_LINE + "::" + name)
        .withBytes(bytes);
  }

  private static Row row(String name, Placement placement, Bench bench, String line) {
    return new Row(Rows.FLOOR, name, false, placement, bench, List.of(new Floor(line, LINE, null)), null, null, false);
  }
}
