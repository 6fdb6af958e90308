package org.ferryipc.benches;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ferryipc.benches.Row.Floor;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.mirror.RemoteMirror;
import org.ferryipc.benches.turns.Bench;

/** The rows of memory that is read from another process: each with the page cache, beside the same without. */
final class MirrorRows {
  private static final String SUITE = "remote-mirror";
  private static final String PREFIX = "remote_mirror::";

  // The limits of the project's issue 7, part 4: of the walk through a target that is slow per request, and of a fast one in
  // which nothing lies side by side.
  private static final double SLOW_TARGET = 0.1;
  private static final double NO_LOCALITY = 1.02;
  private static final int SLOW_NANOS = 20_000;

  private MirrorRows() {}

  static Stream<Row> all() {
    return Stream.of(
        row("walk_slow_target", "walk", SLOW_NANOS, false, SLOW_TARGET),
        row("walk_fast_target", "walk", 0, false, 1),
        row("walk_fast_target", "walk", 0, true, 1),
        row("scattered_fast_target", "scattered", 0, false, NO_LOCALITY),
        row("scattered_fast_target", "scattered", 0, true, NO_LOCALITY));
  }

  private static Row row(String name, String method, int cost, boolean lanes, double mostRatio) {
    String without = PREFIX + name + "::cache_off" + (lanes ? Row.LANES : "");
    return new Row(
            SUITE,
            PREFIX + name,
            lanes,
            Placement.apart(),
            bench(method, "on", cost, lanes),
            List.of(new Floor(without, bench(method, "off", cost, lanes), mostRatio, SUITE)),
            null,
            null,
            false)
        .withProcesses(2);
  }

  private static Bench bench(String method, String cache, int cost, boolean lanes) {
    return new Bench(
        RemoteMirror.class,
        method,
        Map.of("cache", cache, "cost", Integer.toString(cost), "lanes", Lanes.word(lanes)));
  }
}
