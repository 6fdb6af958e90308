package org.ferryipc.benches;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ferryipc.benches.Row.Floor;
import org.ferryipc.benches.floor.StreamCopy;
import org.ferryipc.benches.regions.TransferLoaned;
import org.ferryipc.benches.turns.Bench;
import org.jspecify.annotations.Nullable;

/** The rows of loaned messages. */
final class RegionRows {
  private static final String SUITE = "regions";

  // Of a copied message of that size: the project's issue 2, part 6. One that is not copied is not to be slower. What a loan
  // saves is the two copies between who makes the bytes and who reads them, so both are there on either side.
  private static final double LARGE = 0.8;

  private static final int PAGE = 4096;

  private RegionRows() {}

  static Stream<Row> all() {
    return Stream.of(loaned(PAGE, null), loaned(248_832, LARGE), loaned(1 << 20, LARGE), loaned(8 << 20, LARGE));
  }

  private static Row loaned(int size, @Nullable Double most) {
    String name = "transfer_loaned_" + size;
    String bytes = Integer.toString(size);
    return new Row(
        SUITE,
        name,
        false,
        Placement.apart(),
        Bench.of(TransferLoaned.class, "transfer", "bytes", bytes),
        List.of(
            new Floor(
                "stream_copy::" + name,
                new Bench(StreamCopy.class, "copy", Map.of("bytes", bytes, "used", "yes")),
                most)),
        null,
        null,
        false);
  }
}
