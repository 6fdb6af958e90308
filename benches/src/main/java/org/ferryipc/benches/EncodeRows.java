package org.ferryipc.benches;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ferryipc.benches.Row.Floor;
import org.ferryipc.benches.encode.ErasedOrDirect;
import org.ferryipc.benches.encode.UdpSerde;
import org.ferryipc.benches.turns.Bench;
import org.jspecify.annotations.Nullable;

/**
 * The rows of Encode, under the names of the original suite: segments beside records and Smile, what a wrong judgement of the
 * bound costs, and what the function for any value costs.
 */
final class EncodeRows {
  private static final String SUITE = "fuchsia.network.udp_serde";

  // The limits of the project's issue 7, part 2, on IPv4/Empty.
  private static final double SERIALIZE_NANOS = 120;
  private static final double THERE_AND_BACK_NANOS = 250;

  private static final List<String> MESSAGES = List.of("SendMsgMeta", "RecvMsgMeta");
  private static final List<String> FAMILIES = List.of("IPv4", "IPv6");
  private static final List<String> FILLS = List.of("Empty", "Full");
  private static final String DESERIALIZE = "Deserialize";
  private static final Map<String, String> METHODS =
      Map.of(
          "Serialize", "serialize", DESERIALIZE, "deserialize", "SerializeThenDeserialize", "serializeThenDeserialize");
  private static final List<String> OPERATIONS = List.of("Serialize", DESERIALIZE, "SerializeThenDeserialize");

  private EncodeRows() {}

  static Stream<Row> all() {
    return Stream.of(
            cases().map(c -> c.row()),
            cases().filter(c -> !c.operation.equals(DESERIALIZE)).map(c -> c.boxed()),
            FAMILIES.stream().flatMap(family -> FILLS.stream().map(fill -> erased(family, fill))))
        .flatMap(rows -> rows);
  }

  private static Stream<Case> cases() {
    return MESSAGES.stream()
        .flatMap(m -> OPERATIONS.stream().flatMap(o -> FAMILIES.stream().flatMap(a -> FILLS.stream().map(f -> new Case(m, o, a, f)))));
  }

  private static Row erased(String family, String fill) {
    String name = "RecvMsgMeta/Encode/" + family + "/" + fill;
    Map<String, String> parameters = Map.of("address", family, "fill", fill);
    return row(
        name + "::erased",
        new Bench(ErasedOrDirect.class, "erased", parameters),
        List.of(new Floor("direct::" + name, new Bench(ErasedOrDirect.class, "direct", parameters), null)),
        null);
  }

  private static Row row(String name, Bench bench, List<Floor> floors, @Nullable Double mostNanos) {
    return new Row(SUITE, name, false, Placement.SAME_THREAD, bench, floors, null, mostNanos, false);
  }

  private record Case(String message, String operation, String family, String fill) {
    String name() {
      return String.join("/", message, operation, family, fill);
    }

    Bench bench(String flavour, String boxed) {
      return new Bench(
          UdpSerde.class,
          METHODS.getOrDefault(operation, operation),
          Map.of("flavour", flavour, "message", message, "address", family, "fill", fill, "boxed", boxed));
    }

    Row row() {
      return EncodeRows.row(
          name(),
          bench("segments", "off"),
          List.of(
              new Floor("records::" + name(), bench("records", "off"), null),
              new Floor("smile::" + name(), bench("smile", "off"), null)),
          mostNanos());
    }

    Row boxed() {
      return EncodeRows.row(
          name() + "::boxed",
          bench("segments", "on"),
          List.of(new Floor("in_place::" + name(), bench("segments", "off"), null)),
          null);
    }

    private @Nullable Double mostNanos() {
      if (!family.equals("IPv4") || !fill.equals("Empty") || operation.equals(DESERIALIZE)) {
        return null;
      }
      return operation.equals("Serialize") ? SERIALIZE_NANOS : THERE_AND_BACK_NANOS;
    }
  }
}
