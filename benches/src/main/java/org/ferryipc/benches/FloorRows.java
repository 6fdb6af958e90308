package org.ferryipc.benches;

import java.util.List;
import java.util.stream.Stream;
import org.ferryipc.benches.Row.Floor;
import org.ferryipc.benches.floor.CacheLine;
import org.ferryipc.benches.floor.Futex;
import org.ferryipc.benches.floor.MemoryCopy;
import org.ferryipc.benches.large.Processors;
import org.ferryipc.benches.turns.Bench;

/** What the machine itself can do, beside the least of all: a cache line that goes from one processor to another. */
final class FloorRows {
  /** How the names of the least of all begin. */
  static final String CACHE_LINE = "cache_line_ping_pong";

  private static final Bench LINE = Bench.of(CacheLine.class, "roundTrip");
  private static final List<Integer> COPIED = List.of(64, 4 << 10, 64 << 10, 1 << 20, 8 << 20, 64 << 20);

  private FloorRows() {}

  static Stream<Row> all() {
    return Stream.concat(
        Stream.of(besideLine("futex_ping_pong", Bench.of(Futex.class, "roundTrip")).withCurve()),
        COPIED.stream().map(FloorRows::copy));
  }

  private static Row besideLine(String name, Bench bench) {
    return row(
        name, Processors.count() > 1 ? Placement.TWO_CORES : Placement.ONE_CORE, bench, CACHE_LINE + "::" + name);
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
