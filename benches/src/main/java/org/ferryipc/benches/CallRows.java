package org.ferryipc.benches;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ferryipc.benches.Row.Floor;
import org.ferryipc.benches.calls.Add;
import org.ferryipc.benches.floor.PingPong;
import org.ferryipc.benches.large.Processors;
import org.ferryipc.benches.turns.Bench;

/** The rows of calls. */
final class CallRows {
  private static final String SUITE = "rpc";

  // The limits of the project's issue 5, its figures.
  private static final double SYNCHRONOUS = 1.6;
  private static final double ORDERED_BY_LANE = 0.1;
  private static final double CONCURRENT_BY_LANE = 0.8;
  private static final double RETURNING_A_DESCRIPTOR = 1.5;

  private static final Bench PACKET =
      new Bench(PingPong.class, "roundTrip", Map.of("descriptors", "none"));
  private static final Bench PACKET_WITH_DESCRIPTOR =
      new Bench(PingPong.class, "roundTripWithDescriptor", Map.of("descriptors", "one"));

  private CallRows() {}

  static Stream<Row> all() {
    return Stream.of(
        row("add", false, calling("add", "off", "ordered"), PACKET, SYNCHRONOUS),
        row("add", true, calling("add", "on", "ordered"), PACKET, ORDERED_BY_LANE),
        row("add_concurrent", true, calling("add", "on", "concurrent"), PACKET, CONCURRENT_BY_LANE),
        row(
            "descriptor",
            false,
            calling("descriptor", "off", "ordered"),
            PACKET_WITH_DESCRIPTOR,
            RETURNING_A_DESCRIPTOR));
  }

  /** {@return a call of Ferry's} */
  static Bench calling(String method, String lanes, String execution) {
    return new Bench(Add.class, method, Map.of("lanes", lanes, "execution", execution));
  }

  private static Row row(String name, boolean lanes, Bench bench, Bench floor, double most) {
    return new Row(
            SUITE,
            name,
            lanes,
            Processors.count() > 1 ? Placement.TWO_CORES : Placement.ONE_CORE,
            bench,
            List.of(new Floor("ping_pong::" + name + (lanes ? Row.LANES : ""), floor, most)),
            null,
            null,
            true)
        .withProcesses(2)
        .withCurve();
  }
}
