package org.ferryipc.benches;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ferryipc.benches.Row.Floor;
import org.ferryipc.benches.crossing.BytesOneWay;
import org.ferryipc.benches.crossing.BytesPingPong;
import org.ferryipc.benches.crossing.FirstMessage;
import org.ferryipc.benches.crossing.HotLane;
import org.ferryipc.benches.crossing.TypedOneWay;
import org.ferryipc.benches.crossing.TypedPingPong;
import org.ferryipc.benches.floor.EpollReceive;
import org.ferryipc.benches.floor.OneWay;
import org.ferryipc.benches.floor.RoundTrip;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.turns.Bench;

/** The rows of messages between two processes, with lanes and without, and the others that lanes are held to. */
final class CrossingRows {
  private static final String SUITE = "chromium";
  private static final String OWN = "ferry";
  private static final String PING_PONG = "ping_pong_";
  private static final String SPINNING = "spinning_";

  // The limits of the project's issue 4, its figures.
  private static final double SPINNING_MOST = 0.15;
  private static final double TYPED_MOST = 0.1;
  private static final double ONE_CORE_MOST = 1.15;
  private static final double SMALL_ONE_WAY_MOST = 0.1; // ten times as many
  private static final double TYPED_ONE_WAY_MOST = 0.5;
  private static final double LARGE_ONE_WAY_MOST = 1 / 1.5;
  private static final double HOT_LANE_MOST = 0.25;
  // "No slower": what two runs of the same may differ by.
  private static final double FIRST_MESSAGE_MOST = 1.05;

  private static final int SMALL = 64;
  private static final int LARGE = 64 << 10;
  // What the packet of a record of five fields has, roughly.
  private static final int RECORD = 96;

  /** A size of the suite, and how often it is sent there, which is part of its name. */
  private record Size(int count, int bytes, double most, boolean spins) {
    String name() {
      return "IPC_Channel_Perf_" + count + "x_" + bytes;
    }
  }

  private static final List<Size> SIZES =
      List.of(
          new Size(50_000, 12, 0.05, true),
          new Size(50_000, 144, 0.05, true),
          new Size(50_000, 1_728, 0.08, false),
          new Size(12_000, 20_736, 0.4, false),
          new Size(1_000, 248_832, 0.6, false));

  private CrossingRows() {}

  static Stream<Row> all() {
    return Stream.of(
            SIZES.stream().flatMap(size -> Stream.of(pingPong(size, Lanes.OFF), pingPong(size, Lanes.ON))),
            Stream.of(typed(Lanes.OFF), typed(Lanes.ON)),
            Stream.of(crowded(Placement.ONE_CORE), crowded(Placement.BUSY_CORES)),
            Stream.of(Lanes.OFF, Lanes.ON).flatMap(lanes -> Stream.of(oneWay(SMALL, lanes), oneWay(LARGE, lanes), typedOneWay(lanes))),
            Stream.of(hotLane(), firstMessage()))
        .flatMap(rows -> rows);
  }

  private static Row pingPong(Size size, String lanes) {
    String bytes = Integer.toString(size.bytes);
    boolean on = lanes.equals(Lanes.ON);
    List<Floor> floors = new ArrayList<>();
    floors.add(floor(PING_PONG + size.name(), on, trip(bytes, "blocking", Placement.TWO_CORES), size.most));
    if (size.spins) {
      floors.add(
          floor(SPINNING + PING_PONG + size.name(), on, trip(bytes, "spinning", Placement.TWO_CORES), SPINNING_MOST));
    }
    return row(
        SUITE,
        size.name(),
        on,
        Placement.TWO_CORES,
        new Bench(
            BytesPingPong.class,
            "roundTrip",
            Map.of("bytes", bytes, "lanes", lanes, "placement", Placement.TWO_CORES.toString())),
        floors,
        on && size.bytes == 12)
        .withCurve()
        .withMedians()
        .withBytes(size.bytes);
  }

  private static Bench trip(String bytes, String way, Placement placement) {
    return new Bench(
        RoundTrip.class,
        "roundTrip",
        Map.of("bytes", bytes, "socket", "fitting", "way", way, "placement", placement.toString()));
  }

  private static Row typed(String lanes) {
    boolean on = lanes.equals(Lanes.ON);
    String name = "ping_pong_record";
    return row(
        OWN,
        name,
        on,
        Placement.TWO_CORES,
        Bench.of(TypedPingPong.class, "roundTrip", "lanes", lanes),
        List.of(floor(name, on, trip(Integer.toString(RECORD), "blocking", Placement.TWO_CORES), TYPED_MOST)),
        false);
  }

  // With the policy that programs have who say nothing, and where a lane pays least.
  private static Row crowded(Placement placement) {
    Size size = SIZES.getFirst();
    String bytes = Integer.toString(size.bytes);
    String name = size.name();
    return row(
        SUITE,
        name,
        true,
        placement,
        new Bench(
            BytesPingPong.class, "roundTrip", Map.of("bytes", bytes, "lanes", Lanes.AUTO, "placement", placement.toString())),
        List.of(
            floor(PING_PONG + name + "::" + placement, true, trip(bytes, "blocking", placement), ONE_CORE_MOST)),
        placement == Placement.ONE_CORE)
        .withCurve();
  }

  private static Row oneWay(int size, String lanes) {
    boolean on = lanes.equals(Lanes.ON);
    boolean small = size == SMALL;
    String bytes = Integer.toString(size);
    String method = small ? "many" : "some";
    String each = Integer.toString(small ? BytesOneWay.MANY : BytesOneWay.SOME);
    String name = "one_way_" + size;
    return row(
        OWN,
        name,
        on,
        Placement.TWO_CORES,
        new Bench(BytesOneWay.class, method, Map.of("bytes", bytes, "lanes", lanes)),
        List.of(
            floor(
                name,
                on,
                new Bench(OneWay.class, method, Map.of("bytes", bytes, "each", each)),
                small ? SMALL_ONE_WAY_MOST : LARGE_ONE_WAY_MOST)),
        false);
  }

  private static Row typedOneWay(String lanes) {
    boolean on = lanes.equals(Lanes.ON);
    String name = "one_way_record";
    return row(
        OWN,
        name,
        on,
        Placement.TWO_CORES,
        Bench.of(TypedOneWay.class, "many", "lanes", lanes),
        List.of(
            floor(
                name,
                on,
                new Bench(
                    OneWay.class,
                    "records",
                    Map.of("bytes", Integer.toString(RECORD), "each", Integer.toString(TypedOneWay.MANY))),
                TYPED_ONE_WAY_MOST)),
        false);
  }

  private static Row hotLane() {
    String name = "receiver_set::select_hot_lane_of_100";
    return row(
        OWN,
        name,
        true,
        Placement.SAME_THREAD,
        new Bench(HotLane.class, "sendAndSelect", Map.of()),
        List.of(
            floor(
                "epoll::" + name,
                true,
                new Bench(EpollReceive.class, "sendAndSelect", Map.of("send", "1", "of", "100")),
                HOT_LANE_MOST)),
        false);
  }

  private static Row firstMessage() {
    String name = "first_message";
    return row(
        OWN,
        name,
        true,
        Placement.SAME_THREAD,
        Bench.of(FirstMessage.class, "transfer", "lanes", Lanes.AUTO),
        List.of(floor(name, false, Bench.of(FirstMessage.class, "transfer", "lanes", Lanes.OFF), FIRST_MESSAGE_MOST)),
        false);
  }

  // Without lanes nothing is held to a limit here.
  private static Floor floor(String name, boolean lanes, Bench bench, double most) {
    boolean limited = lanes || name.startsWith("first");
    return new Floor(name + (lanes ? Row.LANES : ""), bench, limited ? most : null);
  }

  private static Row row(
      String suite,
      String name,
      boolean lanes,
      Placement placement,
      Bench bench,
      List<Floor> floors,
      boolean quick) {
    Row row = new Row(suite, name, lanes, placement, bench, floors, null, null, quick);
    return placement == Placement.SAME_THREAD ? row : row.withProcesses(2);
  }
}
