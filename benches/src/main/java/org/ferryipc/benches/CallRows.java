package org.ferryipc.benches;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ferryipc.benches.Row.Floor;
import org.ferryipc.benches.calls.Add;
import org.ferryipc.benches.floor.PingPong;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.turns.Bench;

/** The rows of calls. */
final class CallRows {
  private static final String SUITE = "rpc";

  // The limits of the project's issue 5, its figures.
  private static final double SYNCHRONOUS = 1.6;
  private static final double ORDERED_BY_LANE = 0.1;
  private static final double CONCURRENT_BY_LANE = 0.8;
  private static final double RETURNING_A_DESCRIPTOR = 1.5;

  private static final String PLACEMENT = "placement";
  private static final String APART = Placement.TWO_CORES.toString();

  private static final Bench PACKET =
      new Bench(PingPong.class, "roundTrip", Map.of("descriptors", "none", PLACEMENT, APART));
  private static final Bench PACKET_WITH_DESCRIPTOR =
      new Bench(PingPong.class, "roundTripWithDescriptor", Map.of("descriptors", "one", PLACEMENT, APART));

  private CallRows() {}

  static Stream<Row> all() {
    return Stream.of(
        row("add", false, calling("add", Lanes.OFF, "ordered"), PACKET, SYNCHRONOUS),
        row("add", true, calling("add", Lanes.ON, "ordered"), PACKET, ORDERED_BY_LANE),
        row("add_concurrent", true, calling("add", Lanes.ON, "concurrent"), PACKET, CONCURRENT_BY_LANE),
        row(
            "descriptor",
            false,
            calling("descriptor", Lanes.OFF, "ordered"),
            PACKET_WITH_DESCRIPTOR,
            RETURNING_A_DESCRIPTOR));
  }

  private static Bench calling(String method, String lanes, String execution) {
    return new Bench(Add.class, method, Map.of("lanes", lanes, "execution", execution, PLACEMENT, APART));
  }

  private static Row row(String name, boolean lanes, Bench bench, Bench floor, double most) {
    return new Row(
            SUITE,
            name,
            lanes,
            Placement.apart(),
            bench,
            List.of(new Floor("ping_pong::" + name + (lanes ? Row.LANES : ""), floor, most)),
            null,
            null,
            true)
        .withProcesses(2)
        .withCurve();
  }
}
