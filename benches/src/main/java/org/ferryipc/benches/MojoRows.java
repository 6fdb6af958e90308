package org.ferryipc.benches;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ferryipc.benches.Row.Floor;
import org.ferryipc.benches.ends.InterfacePassing;
import org.ferryipc.benches.floor.PassPairs;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.turns.Bench;

/** Mojo's {@code InterfacePassing}: new channels whose ends travel in a message. */
final class MojoRows {
  private static final String SUITE = "mojo";
  private static final List<Integer> ENDS = List.of(0, 1, 2, 4, 8);

  private MojoRows() {}

  static Stream<Row> all() {
    return ENDS.stream().flatMap(count -> Stream.of(passing(count, false), passing(count, true)));
  }

  private static Row passing(int count, boolean lanes) {
    String name = "InterfacePassing_" + count;
    String number = Integer.toString(count);
    return new Row(
        SUITE,
        name,
        lanes,
        Placement.SAME_THREAD,
        new Bench(InterfacePassing.class, "pass", Map.of("count", number, "lanes", Lanes.word(lanes))),
        List.of(
            new Floor(
                "pass_pairs::" + name + (lanes ? Row.LANES : ""),
                Bench.of(PassPairs.class, "pass", "count", number),
                null)),
        null,
        null,
        false);
  }
}
