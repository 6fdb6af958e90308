package org.ferryipc.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ferryipc.benches.Placement;
import org.ferryipc.benches.Row;
import org.ferryipc.benches.Row.Floor;
import org.ferryipc.benches.RowSource;
import org.ferryipc.benches.calls.Add;
import org.ferryipc.benches.report.Gap;
import org.ferryipc.benches.turns.Bench;
import org.jspecify.annotations.Nullable;

/** Ferry beside its peers. A peer stands where a floor stands: the ratio says how much of its time Ferry takes. */
public final class PeerRows implements RowSource {
  private static final String SUITE = "peers";
  private static final String PEER = "peer";

  // The limits of the project's issue 5, its figures: ten times, twice, and five times the calls a second.
  private static final double ORDERED = 1 / 10.0;
  private static final double CONCURRENT = 1 / 2.0;
  private static final double SIXTEEN = 1 / 5.0;

  private static final String PARCEL = "echo_descriptor_beside_peers";
  private static final String NO_HANDLES = "no handles";
  private static final List<String> ECHOES_WITHOUT = List.of("socket_channel", "aeron", "chronicle_queue");
  private static final List<String> CALLS_WITHOUT = List.of("grpc", "rmi");

  /** Made by the service loader. */
  public PeerRows() {}

  @Override
  public Stream<Row> rows() {
    return Stream.concat(calls(), echoes());
  }

  @Override
  public Stream<Gap> gaps() {
    return Stream.concat(
        ECHOES_WITHOUT.stream().map(peer -> new Gap(PARCEL, peer, NO_HANDLES)),
        // Whichever row of descriptors is measured, those who make calls have none beside it.
        Stream.of(PARCEL, "descriptor")
            .flatMap(
                row ->
                    Stream.concat(
                        CALLS_WITHOUT.stream().map(peer -> new Gap(row, peer, NO_HANDLES)),
                        Stream.of(new Gap(row, "dbus", "no handles by this transport")))));
  }

  private static Stream<Row> calls() {
    return Stream.of(
        called("add_beside_peers", "add", true, "ordered", ORDERED).withMedians(),
        called("add_beside_peers", "add", false, "ordered", null).withMedians(),
        called("add_concurrent_beside_peers", "add", true, "concurrent", CONCURRENT).withMedians(),
        called("add_by_sixteen_beside_peers", "addBySixteen", true, "concurrent", SIXTEEN));
  }

  private static Row called(String name, String method, boolean lanes, String execution, @Nullable Double most) {
    return row(
        name,
        lanes,
        new Bench(Add.class, method, Map.of("lanes", lanes ? "on" : "off", "execution", execution, "placement", "anywhere")),
        List.of(
            floor("grpc", name, lanes, Bench.of(GrpcAdd.class, method), most),
            floor("rmi", name, lanes, Bench.of(RmiAdd.class, method), most),
            floor("dbus", name, lanes, Bench.of(DbusAdd.class, method), null)));
  }

  private static Stream<Row> echoes() {
    return Stream.of(
        echo("echo_beside_peers", "note", true),
        echo("echo_beside_peers", "note", false),
        echo(PARCEL, "parcel", false));
  }

  private static Row echo(String name, String what, boolean lanes) {
    List<Floor> floors = new ArrayList<>();
    floors.add(floor("junixsocket", name, lanes, Bench.of(JunixsocketEcho.class, what), null));
    if (what.equals("note")) {
      floors.addFirst(floor("socket_channel", name, lanes, Bench.of(SocketEcho.class, what), null));
      floors.add(floor("aeron", name, lanes, Bench.of(AeronEcho.class, what), null));
      floors.add(floor("chronicle_queue", name, lanes, Bench.of(ChronicleEcho.class, what), null));
    }
    return row(
        name,
        lanes,
        new Bench(FerryEcho.class, what, Map.of("lanes", lanes ? "on" : "off", "what", what)),
        floors);
  }

  private static Floor floor(String peer, String row, boolean lanes, Bench bench, @Nullable Double most) {
    return new Floor(peer + "::" + row + (lanes ? "::lanes" : ""), bench, most, PEER);
  }

  private static Row row(String name, boolean lanes, Bench bench, List<Floor> floors) {
    Placement placement = Placement.apart();
    return new Row(SUITE, name, lanes, placement, bench, floors, null, null, false).withProcesses(2);
  }
}
