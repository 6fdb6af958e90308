package org.ferryipc.benches;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ferryipc.benches.Row.Floor;
import org.ferryipc.benches.bytes.TransferBytes;
import org.ferryipc.benches.floor.SendReceive;
import org.ferryipc.benches.floor.StreamCopy;
import org.ferryipc.benches.large.Processors;
import org.ferryipc.benches.large.TransferLarge;
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
  // None at all; JMH's own threads allocate a little in each iteration, which it cannot tell from the benchmark's.
  private static final double NO_ALLOCATION = 1;

  private static final int HANDLES_WITH_LIMIT = 64;
  private static final List<Integer> HANDLES = List.of(0, 1, 8, HANDLES_WITH_LIMIT);
  private static final int PAGE = 4096;
  private static final List<Integer> LARGE_SIZES = List.of(248_832, 1 << 20, 8 << 20);

  /** All rows, in the order in which they are measured and shown. */
  static final List<Row> ALL =
      Stream.of(
              Stream.of(empty()),
              HANDLES.stream().map(n -> handles("transfer_senders", TransferSenders.class, n)),
              HANDLES.stream().map(n -> handles("transfer_receivers", TransferReceivers.class, n)),
              Stream.of(bytes()),
              LARGE_SIZES.stream().map(Rows::large),
              SetRows.all(),
              CallRows.all())
          .flatMap(rows -> rows)
          .toList();

  private Rows() {}

  private static Row empty() {
    return new Row(
        IPC_CHANNEL,
        "transfer_empty",
        Placement.SAME_THREAD,
        Bench.of(TransferEmpty.class, "transfer"),
        List.of(moving("transfer_empty", EMPTY_MESSAGE)),
        null,
        null,
        true);
  }

  private static Row handles(String kind, Class<?> bench, int count) {
    String digits = String.format("%02d", count);
    String name = kind + "_" + digits;
    List<Floor> floors = new ArrayList<>();
    floors.add(moving(name, count == HANDLES_WITH_LIMIT ? MANY_HANDLES : null));
    if (count > 0) {
      floors.add(new Floor("sendmsg_recvmsg_dup::" + name, Bench.of(SendReceive.class, "duplicate", "of", name), null));
    }
    return new Row(
        IPC_CHANNEL,
        name,
        Placement.SAME_THREAD,
        Bench.of(bench, "transfer", "count", digits),
        floors,
        null,
        null,
        count == HANDLES_WITH_LIMIT);
  }

  private static Row bytes() {
    String name = "transfer_data_" + PAGE;
    return new Row(
        IPC_CHANNEL,
        name,
        Placement.SAME_THREAD,
        Bench.of(TransferBytes.class, "transfer", "bytes", Integer.toString(PAGE)),
        List.of(moving(name, BYTES)),
        NO_ALLOCATION,
        null,
        true);
  }

  private static Row large(int size) {
    String name = "transfer_data_" + size;
    String bytes = Integer.toString(size);
    return new Row(
        IPC_CHANNEL,
        name,
        Processors.count() > 1 ? Placement.TWO_CORES : Placement.ONE_CORE,
        Bench.of(TransferLarge.class, "transfer", "bytes", bytes),
        List.of(new Floor("stream_copy::" + name, Bench.of(StreamCopy.class, "copy", "bytes", bytes), LARGE)),
        null,
        null,
        true);
  }

  private static Floor moving(String row, @Nullable Double most) {
    return new Floor("sendmsg_recvmsg::" + row, Bench.of(SendReceive.class, "move", "of", row), most);
  }
}
