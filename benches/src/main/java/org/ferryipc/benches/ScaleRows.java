package org.ferryipc.benches;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ferryipc.benches.Row.Floor;
import org.ferryipc.benches.bytes.TransferBytes;
import org.ferryipc.benches.floor.EpollReceive;
import org.ferryipc.benches.floor.ManyDescriptors;
import org.ferryipc.benches.floor.RawFanIn;
import org.ferryipc.benches.floor.SendReceive;
import org.ferryipc.benches.floor.StreamCopy;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.large.TransferLarge;
import org.ferryipc.benches.scale.FanIn;
import org.ferryipc.benches.sets.OneActive;
import org.ferryipc.benches.turns.Bench;
import org.ferryipc.benches.typed.TransferSenders;

/** How cost grows with what there is: members, senders, bytes, handles. */
final class ScaleRows {
  static final String SUITE = "scale";
  private static final List<Boolean> LANES = List.of(false, true);

  private static final List<Integer> MEMBERS = List.of(10, 100, 1000, 10_000);
  // What epoll costs does not depend on how many it watches, and a process has not descriptors enough for both ends of more.
  private static final int MOST_WATCHED = 1000;
  // Those of a message of senders on its way to the other process.
  private static final int SPARE = 1000;
  private static final List<Integer> SENDERS = List.of(1, 2, 8);
  private static final List<Integer> BYTES =
      List.of(1, 16, 256, 4 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20);
  private static final int MOST_IN_PACKET = 128 << 10;
  private static final List<Integer> HANDLES = List.of(0, 1, 10, 100, 250, 1000);

  private ScaleRows() {}

  static Stream<Row> all() {
    return Stream.of(
            MEMBERS.stream().flatMap(of -> LANES.stream().map(lanes -> select(of, lanes))),
            SENDERS.stream().flatMap(senders -> LANES.stream().map(lanes -> fanIn(senders, lanes))),
            BYTES.stream().flatMap(bytes -> LANES.stream().map(lanes -> message(bytes, lanes))),
            HANDLES.stream().flatMap(count -> LANES.stream().map(lanes -> handles(count, lanes))))
        .flatMap(rows -> rows);
  }

  private static Row select(int of, boolean lanes) {
    String watched = Integer.toString(Math.min(of, MOST_WATCHED));
    Row row =
        row(
            "select_1_active_of_" + of,
            lanes,
            Placement.SAME_THREAD,
            new Bench(OneActive.class, "sendAndSelect", Map.of("of", Integer.toString(of), "lanes", Lanes.word(lanes))),
            "epoll",
            new Bench(EpollReceive.class, "sendAndSelect", Map.of("send", "1", "of", watched)));
    return row.withProcesses(2).withDescriptors(of > MOST_WATCHED ? of + SPARE : 0);
  }

  private static Row fanIn(int senders, boolean lanes) {
    String count = Integer.toString(senders);
    return row(
            "senders_" + senders,
            lanes,
            Placement.apart(),
            new Bench(FanIn.class, "select", Map.of("senders", count, "lanes", Lanes.word(lanes))),
            "epoll",
            Bench.of(RawFanIn.class, "select", "senders", count))
        .withProcesses(1 + senders);
  }

  private static Row message(int bytes, boolean lanes) {
    String count = Integer.toString(bytes);
    Map<String, String> parameters = Map.of("bytes", count, "lanes", Lanes.word(lanes));
    Row row =
        bytes <= MOST_IN_PACKET
            ? row(
                "message_" + bytes,
                lanes,
                Placement.SAME_THREAD,
                new Bench(TransferBytes.class, "transfer", parameters),
                "sendmsg_recvmsg",
                Bench.of(SendReceive.class, "move", "of", "transfer_data_" + bytes))
            : row(
                "message_" + bytes,
                lanes,
                Placement.apart(),
                new Bench(TransferLarge.class, "transfer", parameters),
                "stream_copy",
                Bench.of(StreamCopy.class, "copy", "bytes", count));
    return row.withBytes(bytes);
  }

  private static Row handles(int count, boolean lanes) {
    String number = Integer.toString(count);
    return row(
        "handles_" + count,
        lanes,
        Placement.SAME_THREAD,
        new Bench(TransferSenders.class, "transfer", Map.of("count", number, "lanes", Lanes.word(lanes))),
        "many_descriptors",
        Bench.of(ManyDescriptors.class, "move", "count", number));
  }

  private static Row row(
      String name, boolean lanes, Placement placement, Bench bench, String floor, Bench below) {
    Floor only = new Floor(floor + "::" + name + (lanes ? Row.LANES : ""), below, null);
    return new Row(SUITE, name, lanes, placement, bench, List.of(only), null, null, false);
  }
}
