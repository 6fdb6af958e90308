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

  // The limit of the project's issue 5, its figures.
  private static final double SYNCHRONOUS = 1.6;

  private CallRows() {}

  static Stream<Row> all() {
    return Stream.of(
        new Row(
            SUITE,
            "add",
            false,
            Processors.count() > 1 ? Placement.TWO_CORES : Placement.ONE_CORE,
            Bench.of(Add.class, "add"),
            List.of(new Floor("ping_pong::add", new Bench(PingPong.class, "roundTrip", Map.of()), SYNCHRONOUS)),
            null,
            null,
            false));
  }
}
