package org.ferryipc.benches;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ferryipc.benches.Row.Floor;
import org.ferryipc.benches.bytes.TransferBytes;
import org.ferryipc.benches.ends.CreateChannel;
import org.ferryipc.benches.floor.ChangeMemory;
import org.ferryipc.benches.floor.PairOfSockets;
import org.ferryipc.benches.floor.SendReceive;
import org.ferryipc.benches.floor.StreamCopy;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.large.TransferLarge;
import org.ferryipc.benches.memory.PingPongMemory;
import org.ferryipc.benches.records.TransferStruct;
import org.ferryipc.benches.turns.Bench;

/** The rest of {@code ipc-channel}'s own suite: channels, bytes of every size, shared memory, records with contents. */
final class DataRows {
  private static final List<String> LANES = List.of(Lanes.OFF, Lanes.ON);
  // Larger ones travel in memory files, and need somebody who takes them.
  private static final int MOST_IN_PACKET = 128 << 10;
  private static final int MOST = 8 << 20;
  private static final int CHROMIUMS_LARGEST = 248_832;
  private static final int PING_PONG_BYTES = 4 << 20;
  private static final List<Integer> HOPS = List.of(100, 125);

  private DataRows() {}

  /** {@return all but those that {@code known} has already, which have limits} */
  static Stream<Row> allBut(List<Row> known) {
    List<String> there = known.stream().map(Row::title).toList();
    return Stream.of(
            LANES.stream().map(DataRows::create),
            IntStream.concat(IntStream.of(CHROMIUMS_LARGEST), IntStream.iterate(1, bytes -> bytes <= MOST, bytes -> bytes * 2))
                .boxed()
                .flatMap(bytes -> LANES.stream().map(lanes -> transfer(bytes, lanes))),
            HOPS.stream()
                .flatMap(
                    hops ->
                        LANES.stream()
                            .flatMap(
                                lanes ->
                                    Stream.of(
                                        pingPong("", "COPIED", "copied", hops, lanes),
                                        pingPong("_mut", "IN_PLACE", "inPlace", hops, lanes)))),
            Stream.of("small", "large").flatMap(kind -> LANES.stream().map(lanes -> struct(kind, lanes))))
        .flatMap(rows -> rows)
        .filter(row -> !there.contains(row.title()));
  }

  private static Row create(String lanes) {
    return row(
        "create_channel",
        lanes,
        Placement.SAME_THREAD,
        Bench.of(CreateChannel.class, "create", "lanes", lanes),
        "socketpair",
        Bench.of(PairOfSockets.class, "create"));
  }

  private static Row transfer(int bytes, String lanes) {
    String name = "transfer_data_" + bytes;
    Map<String, String> parameters = Map.of("bytes", Integer.toString(bytes), "lanes", lanes);
    Row row =
        bytes <= MOST_IN_PACKET
            ? row(
                name,
                lanes,
                Placement.SAME_THREAD,
                new Bench(TransferBytes.class, "transfer", parameters),
                "sendmsg_recvmsg",
                Bench.of(SendReceive.class, "move", "of", name))
            : row(
                name,
                lanes,
                Placement.apart(),
                new Bench(TransferLarge.class, "transfer", parameters),
                "stream_copy",
                Bench.of(StreamCopy.class, "copy", "bytes", Integer.toString(bytes)));
    return row.withBytes(bytes);
  }

  private static Row pingPong(String kind, String way, String method, int hops, String lanes) {
    Map<String, String> parameters =
        Map.of("bytes", Integer.toString(PING_PONG_BYTES), "hops", Integer.toString(hops));
    return row(
        "ping_pong_shared_mem" + kind + "_" + PING_PONG_BYTES + "_" + hops,
        lanes,
        Placement.apart(),
        new Bench(
            PingPongMemory.class,
            "pingPong",
            Map.of("bytes", Integer.toString(PING_PONG_BYTES), "hops", Integer.toString(hops), "way", way, "lanes", lanes)),
        "change_memory",
        new Bench(ChangeMemory.class, method, parameters));
  }

  private static Row struct(String kind, String lanes) {
    String name = "transfer_struct_" + kind;
    return row(
        name,
        lanes,
        Placement.SAME_THREAD,
        Bench.of(TransferStruct.class, kind, "lanes", lanes),
        "sendmsg_recvmsg",
        Bench.of(SendReceive.class, "move", "of", name));
  }

  private static Row row(
      String name, String lanes, Placement placement, Bench bench, String floor, Bench below) {
    boolean on = lanes.equals(Lanes.ON);
    Floor only = new Floor(floor + "::" + name + (on ? Row.LANES : ""), below, null);
    return new Row(Rows.IPC_CHANNEL, name, on, placement, bench, List.of(only), null, null, false);
  }
}
