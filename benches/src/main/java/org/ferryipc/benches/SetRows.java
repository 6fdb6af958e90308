package org.ferryipc.benches;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.ferryipc.benches.Row.Floor;
import org.ferryipc.benches.floor.EpollMembers;
import org.ferryipc.benches.floor.EpollReceive;
import org.ferryipc.benches.lanes.Lanes;
import org.ferryipc.benches.sets.ClosedMembers;
import org.ferryipc.benches.sets.OneActive;
import org.ferryipc.benches.sets.SendOn;
import org.ferryipc.benches.turns.Bench;

/** The rows of receiver sets. */
final class SetRows {
  private static final String PREFIX = "receiver_set::";

  // The limit of the project's issue 3, its figures.
  private static final double SETS = 1.5;
  private static final double TEN_THOUSAND_TO_A_HUNDRED = 1.2;
  private static final int MANY = 10_000;
  // For adding them alone; these rows make the channels as well.
  private static final double ADDING_MANY_NANOS = 1e9;
  // For the ends alone; likewise.
  private static final double ENDING_MANY_NANOS = 2e9;

  // Members have one descriptor each; a message of senders on its way to the other process takes some more.
  private static final int SPARE = 1000;

  private static final List<String> SENT_OF_MEMBERS =
      List.of("1_1", "1_5", "2_5", "5_5", "1_20", "5_20", "20_20", "1_100", "5_100", "20_100", "100_100");
  private static final List<Integer> CREATED = List.of(0, 1, 10, 100, MANY);
  private static final List<Integer> REMOVED = List.of(1, 10, 100, MANY);

  // One of each kind: all of them take ten minutes.
  private static final Set<String> QUICK =
      Set.of(
          PREFIX + "send_on_1_of_1", PREFIX + "create_and_destroy_set_of_10", PREFIX + "add_and_remove_10_closed_receivers");

  private SetRows() {}

  static Stream<Row> all() {
    return Stream.of(
            SENT_OF_MEMBERS.stream().flatMap(sent -> Stream.of(sendOn(sent, false), sendOn(sent, true))),
            Stream.of(oneActive()),
            CREATED.stream().map(SetRows::createAndDestroy),
            REMOVED.stream().map(SetRows::addAndRemove))
        .flatMap(rows -> rows);
  }

  // With lanes it is not held to a limit.
  private static Row sendOn(String sentOfMembers, boolean lanes) {
    int split = sentOfMembers.indexOf('_');
    String send = sentOfMembers.substring(0, split);
    String of = sentOfMembers.substring(split + 1);
    String name = PREFIX + "send_on_" + send + "_of_" + of;
    Bench floor = new Bench(EpollReceive.class, "sendAndSelect", Map.of("send", send, "of", of));
    return new Row(
        Rows.IPC_CHANNEL,
        name,
        lanes,
        Placement.SAME_THREAD,
        new Bench(SendOn.class, "sendAndSelect", Map.of("send", send, "of", of, "lanes", Lanes.word(lanes))),
        List.of(new Floor("epoll::" + name + (lanes ? Row.LANES : ""), floor, lanes ? null : SETS)),
        null,
        null,
        !lanes && QUICK.contains(name));
  }

  private static Row oneActive() {
    String name = PREFIX + "select_1_active_of_";
    return new Row(
        Rows.IPC_CHANNEL,
        name + MANY,
        false,
        Placement.SAME_THREAD,
        oneActiveOf(Integer.toString(MANY)),
        List.of(
            new Floor(name + "100", oneActiveOf("100"), TEN_THOUSAND_TO_A_HUNDRED)),
        null,
        null,
        false)
        .withProcesses(2)
        .withDescriptors(MANY + SPARE);
  }

  private static Bench oneActiveOf(String members) {
    return new Bench(OneActive.class, "sendAndSelect", Map.of("of", members, "lanes", "off"));
  }

  private static Row createAndDestroy(int count) {
    return members(
        "create_and_destroy_" + (count == 0 ? "empty_set" : "set_of_" + count),
        "createAndDestroy",
        count,
        ADDING_MANY_NANOS);
  }

  private static Row addAndRemove(int count) {
    return members("add_and_remove_" + count + "_closed_receivers", "addAndRemove", count, ENDING_MANY_NANOS);
  }

  private static Row members(String name, String method, int count, double mostNanosOfMany) {
    Map<String, String> parameters = Map.of("count", Integer.toString(count));
    Double mostNanos = count == MANY ? mostNanosOfMany : null;
    return new Row(
            Rows.IPC_CHANNEL,
            PREFIX + name,
            false,
            Placement.SAME_THREAD,
            new Bench(ClosedMembers.class, method, parameters),
            List.of(new Floor("epoll::" + PREFIX + name, new Bench(EpollMembers.class, method, parameters), SETS)),
            null,
            mostNanos,
            QUICK.contains(PREFIX + name))
        .withDescriptors(mostNanos == null ? 0 : MANY + SPARE);
  }
}
