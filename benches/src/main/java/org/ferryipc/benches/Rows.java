package org.ferryipc.benches;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.ServiceLoader.Provider;
import java.util.stream.Stream;
import org.ferryipc.benches.Row.Floor;
import org.ferryipc.benches.bytes.TransferBytes;
import org.ferryipc.benches.floor.SendReceive;
import org.ferryipc.benches.floor.StreamCopy;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.large.TransferLarge;
import org.ferryipc.benches.report.Gap;
import org.ferryipc.benches.turns.Bench;
import org.ferryipc.benches.typed.TransferEmpty;
import org.ferryipc.benches.typed.TransferReceivers;
import org.ferryipc.benches.typed.TransferSenders;
import org.jspecify.annotations.Nullable;

/** Everything that can be measured. The names are documented in {@code docs/benchmarking.md} and do not change. */
final class Rows {
  /** The suite of the bare calls. */
  static final String FLOOR = "floor";

  static final String IPC_CHANNEL = "ipc-channel";

  // The limits of the project's issue 2, part 6.
  private static final double EMPTY_MESSAGE = 1.5;
  private static final double MANY_HANDLES = 1.25;
  private static final double BYTES = 1.2;
  private static final double LARGE = 0.8;
  // The limits of the project's issue 4.
  private static final double EMPTY_MESSAGE_BY_LANE = 0.35;
  private static final double FEW_BYTES_BY_LANE = 0.08;
  private static final double BYTES_BY_LANE = 0.25;
  // None at all; JMH's own threads allocate a little in each iteration, which it cannot tell from the benchmark's.
  private static final double NO_ALLOCATION = 1;

  private static final int HANDLES_WITH_LIMIT = 64;
  private static final List<Integer> HANDLES = List.of(0, 1, 8, HANDLES_WITH_LIMIT);
  private static final int PAGE = 4096;
  private static final int FEW_BYTES = 64;
  private static final List<Integer> LARGE_SIZES = List.of(248_832, 1 << 20, 8 << 20);

  private static final List<Row> LIMITED =
      Stream.of(
              Stream.of(empty()),
              handles("transfer_senders", TransferSenders.class),
              handles("transfer_receivers", TransferReceivers.class),
              Stream.of(bytes(PAGE, BYTES, true), bytes(FEW_BYTES, null, false)),
              Stream.of(emptyByLane(), bytesByLane(FEW_BYTES, FEW_BYTES_BY_LANE), bytesByLane(PAGE, BYTES_BY_LANE)),
              LARGE_SIZES.stream().map(Rows::large))
          .flatMap(rows -> rows)
          .toList();

  // Those of other modules on the class path.
  private static final List<RowSource> OTHERS = ServiceLoader.load(RowSource.class).stream().map(Provider::get).toList();

  /** What cannot be compared. */
  static final List<Gap> GAPS = OTHERS.stream().flatMap(RowSource::gaps).toList();

  /** All rows, in the order in which they are measured and shown. */
  static final List<Row> ALL =
      Stream.of(
              LIMITED.stream(),
              DataRows.allBut(LIMITED),
              SetRows.all(),
              CallRows.all(),
              CrossingRows.all(),
              MojoRows.all(),
              PickleRows.all(),
              FuchsiaRows.all(),
              ScaleRows.all(),
              FloorRows.all(),
              MirrorRows.all(),
              EncodeRows.all(),
              RegionRows.all(),
              OTHERS.stream().flatMap(RowSource::rows))
          .flatMap(rows -> rows)
          .toList();

  private Rows() {}

  private static Row empty() {
    return new Row(
        IPC_CHANNEL,
        "transfer_empty",
        false,
        Placement.SAME_THREAD,
        Bench.of(TransferEmpty.class, "transfer", "lanes", Lanes.OFF),
        List.of(moving("transfer_empty", EMPTY_MESSAGE)),
        null,
        null,
        true)
        .withCurve();
  }

  private static Row emptyByLane() {
    return new Row(
        IPC_CHANNEL,
        "transfer_empty",
        true,
        Placement.SAME_THREAD,
        Bench.of(TransferEmpty.class, "transfer", "lanes", Lanes.ON),
        List.of(movingBesideLane("transfer_empty", EMPTY_MESSAGE_BY_LANE)),
        null,
        null,
        true)
        .withCurve();
  }

  private static Stream<Row> handles(String kind, Class<?> bench) {
    return HANDLES.stream().flatMap(count -> Stream.of(handles(kind, bench, count), besideLane(kind, bench, count)));
  }

  private static Row handles(String kind, Class<?> bench, int count) {
    String name = named(kind, count);
    List<Floor> floors = new ArrayList<>();
    floors.add(moving(name, count == HANDLES_WITH_LIMIT ? MANY_HANDLES : null));
    if (count > 0) {
      floors.add(new Floor("sendmsg_recvmsg_dup::" + name, Bench.of(SendReceive.class, "duplicate", "of", name), null));
    }
    return handles(name, bench, count, Lanes.OFF, floors);
  }

  // Handles never go by a lane; but the channel has one.
  private static Row besideLane(String kind, Class<?> bench, int count) {
    String name = named(kind, count);
    return handles(name, bench, count, Lanes.ON, List.of(movingBesideLane(name, null)));
  }

  private static String named(String kind, int count) {
    return kind + "_" + digits(count);
  }

  private static String digits(int count) {
    return String.format(Locale.ROOT, "%02d", count);
  }

  private static Row handles(String name, Class<?> bench, int count, String lanes, List<Floor> floors) {
    boolean on = lanes.equals(Lanes.ON);
    return new Row(
        IPC_CHANNEL,
        name,
        on,
        Placement.SAME_THREAD,
        new Bench(bench, "transfer", Map.of("count", digits(count), "lanes", lanes)),
        floors,
        null,
        null,
        !on && count == HANDLES_WITH_LIMIT);
  }

  private static Row bytes(int size, @Nullable Double most, boolean quick) {
    String name = "transfer_data_" + size;
    return new Row(
        IPC_CHANNEL,
        name,
        false,
        Placement.SAME_THREAD,
        transferring(size, Lanes.OFF),
        List.of(moving(name, most)),
        NO_ALLOCATION,
        null,
        quick)
        .withBytes(size);
  }

  private static Row bytesByLane(int size, double most) {
    String name = "transfer_data_" + size;
    return new Row(
        IPC_CHANNEL,
        name,
        true,
        Placement.SAME_THREAD,
        transferring(size, Lanes.ON),
        List.of(movingBesideLane(name, most)),
        NO_ALLOCATION,
        null,
        true)
        .withBytes(size);
  }

  private static Bench transferring(int size, String lanes) {
    return new Bench(TransferBytes.class, "transfer", Map.of("bytes", Integer.toString(size), "lanes", lanes));
  }

  private static Row large(int size) {
    String name = "transfer_data_" + size;
    String bytes = Integer.toString(size);
    return new Row(
        IPC_CHANNEL,
        name,
        false,
        Placement.apart(),
        new Bench(TransferLarge.class, "transfer", Map.of("bytes", bytes, "lanes", Lanes.OFF)),
        List.of(new Floor("stream_copy::" + name, Bench.of(StreamCopy.class, "copy", "bytes", bytes), LARGE)),
        null,
        null,
        true)
        .withBytes(size);
  }

  // The same floor as of the row without lanes, under a name of its own because it is measured again.
  private static Floor movingBesideLane(String row, @Nullable Double most) {
    Floor moving = moving(row, most);
    return new Floor(moving.name() + Row.LANES, moving.bench(), moving.mostRatio());
  }

  private static Floor moving(String row, @Nullable Double most) {
    return new Floor("sendmsg_recvmsg::" + row, Bench.of(SendReceive.class, "move", "of", row), most);
  }
}
