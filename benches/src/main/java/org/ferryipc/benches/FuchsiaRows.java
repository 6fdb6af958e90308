package org.ferryipc.benches;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ferryipc.benches.Row.Floor;
import org.ferryipc.benches.bytes.TransferBytes;
import org.ferryipc.benches.calls.Add;
import org.ferryipc.benches.crossing.Where;
import org.ferryipc.benches.floor.PingPong;
import org.ferryipc.benches.floor.SendReceive;
import org.ferryipc.benches.floor.ThreadTrip;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.trips.Trip;
import org.ferryipc.benches.turns.Bench;

/** Fuchsia's {@code RoundTrip_*} and {@code IpcThroughput_*}, as far as Ferry has what they are about. */
final class FuchsiaRows {
  private static final String SUITE = "fuchsia";
  private static final List<Boolean> LANES = List.of(false, true);
  // Neither side is pinned there.
  private static final String ANYWHERE = Where.ANYWHERE.toString();
  private static final Bench PROCESSES = new Bench(PingPong.class, "roundTrip", Map.of("descriptors", "none", "placement", ANYWHERE));
  private static final Bench THREADS = Bench.of(ThreadTrip.class, "roundTrip");
  // Its names say 1_64bytes: one message at a time.
  private static final Map<String, Integer> SIZES = Map.of("64bytes", 64, "1kbytes", 1 << 10, "32kbytes", 32 << 10, "64kbytes", 64 << 10);

  private FuchsiaRows() {}

  static Stream<Row> all() {
    return LANES.stream()
        .flatMap(
            lanes ->
                Stream.concat(
                    Stream.of(
                        trip("BasicChannel", "channel", false, lanes),
                        trip("BasicChannel", "channel", true, lanes),
                        trip("ChannelPort", "port", false, lanes),
                        trip("ChannelPort", "port", true, lanes),
                        fidl(lanes)),
                    SIZES.keySet().stream().sorted().map(size -> throughput(size, lanes))));
  }

  private static Row trip(String kind, String way, boolean processes, boolean lanes) {
    Map<String, String> parameters =
        Map.of("process", processes ? "multi" : "single", "way", way, "lanes", Lanes.word(lanes));
    return row(
            "RoundTrip_" + kind + (processes ? "_MultiProcess" : "_SingleProcess"),
            lanes,
            Placement.apart(),
            new Bench(Trip.class, "roundTrip", parameters),
            "ping_pong",
            processes ? PROCESSES : THREADS)
        .withProcesses(processes ? 2 : 1);
  }

  // What a call by an interface is there.
  private static Row fidl(boolean lanes) {
    return row(
            "RoundTrip_Fidl_MultiProcess",
            lanes,
            Placement.apart(),
            new Bench(
                Add.class, "add", Map.of("lanes", Lanes.word(lanes), "execution", "ordered", "placement", ANYWHERE)),
            "ping_pong",
            PROCESSES)
        .withProcesses(2);
  }

  private static Row throughput(String size, boolean lanes) {
    int bytes = SIZES.getOrDefault(size, 0);
    return row(
        "IpcThroughput_BasicChannel_1_" + size,
        lanes,
        Placement.SAME_THREAD,
        new Bench(
            TransferBytes.class, "transfer", Map.of("bytes", Integer.toString(bytes), "lanes", Lanes.word(lanes))),
        "sendmsg_recvmsg",
        Bench.of(SendReceive.class, "move", "of", "transfer_data_" + bytes));
  }

  private static Row row(String name, boolean lanes, Placement placement, Bench bench, String floor, Bench below) {
    Floor only = new Floor(floor + "::" + name + (lanes ? Row.LANES : ""), below, null);
    return new Row(SUITE, name, lanes, placement, bench, List.of(only), null, null, false);
  }
}
