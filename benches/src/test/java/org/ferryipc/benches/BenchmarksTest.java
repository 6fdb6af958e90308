package org.ferryipc.benches;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ferryipc.benches.turns.Bench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Runs what is measured, a few times and without a clock; that nothing stays open is the leak check's to see. Of a benchmark
 * with many parameters it runs some: those of the first row that it has with and without lanes, and of the last one too if
 * that is cheap to set up.
 */
class BenchmarksTest {
  private static final int TIMES = 3;
  private static final int CHEAP_BYTES = 4 << 20;

  static Stream<Bench> benches() {
    List<Row> cheap = Rows.ALL.reversed().stream().filter(BenchmarksTest::cheap).toList();
    return Stream.concat(some(Rows.ALL), some(cheap)).distinct();
  }

  private static boolean cheap(Row row) {
    return row.traits().processes() == 1 && row.traits().descriptors() == 0 && row.traits().bytes() < CHEAP_BYTES;
  }

  private static Stream<Bench> some(List<Row> rows) {
    Set<String> seen = new HashSet<>();
    return rows.stream()
        .flatMap(row -> row.benches().stream())
        .filter(bench -> seen.add(bench.owner() + bench.method() + bench.parameters().getOrDefault("lanes", "")));
  }

  @ParameterizedTest
  @MethodSource("benches")
  void runsAndLeavesNothing(Bench bench) throws Exception {
    Object state = bench.owner().getConstructor().newInstance();
    for (Map.Entry<String, String> parameter : bench.parameters().entrySet()) {
      Field field = bench.owner().getField(parameter.getKey());
      field.set(state, field.getType() == int.class ? Integer.valueOf(parameter.getValue()) : parameter.getValue());
    }
    Method measured = bench.owner().getMethod(bench.method());
    assertThat(measured.isAnnotationPresent(Benchmark.class)).isTrue();
    call(state, Setup.class);
    try {
      for (int i = 0; i < TIMES; i++) {
        assertThat(measured.invoke(state)).isNotNull();
      }
    } finally {
      call(state, TearDown.class);
    }
  }

  // JMH would take each value of one that is not named.
  @Test
  void namesEachParameterOfABenchmarkThatHasSeveralValues() {
    Rows.ALL.stream()
        .flatMap(row -> row.benches().stream())
        .forEach(
            bench ->
                assertThat(bench.parameters().keySet())
                    .as(bench.fileName())
                    .containsAll(
                        Arrays.stream(bench.owner().getFields())
                            .filter(field -> field.isAnnotationPresent(Param.class))
                            .filter(field -> field.getAnnotation(Param.class).value().length > 1)
                            .map(Field::getName)
                            .toList()));
  }

  @Test
  void rowsAndFloorsHaveNamesOfTheirOwn() {
    assertThat(Rows.ALL.stream().map(Row::title)).doesNotHaveDuplicates();
    assertThat(Rows.ALL.stream().flatMap(row -> row.floors().stream()).map(Row.Floor::name)).doesNotHaveDuplicates();
    assertThat(Rows.ALL.stream().map(BenchmarksTest::inResults)).doesNotHaveDuplicates();
  }

  // Everything by which results.json tells one row from another.
  private static List<Object> inResults(Row row) {
    return List.of(
        row.suite(),
        row.resultName(),
        row.lanes(),
        row.placement().inResults(),
        row.traits().processes(),
        String.valueOf(row.traits().read()));
  }

  @Test
  void hasEachRowOfTheOriginalSuitesWithLanesAndWithout() {
    List<String> kinds =
        List.of(
            "transfer_", "create_channel", "receiver_set::send_on_", "ping_pong_shared_mem", "IPC_", "handles_", "message_",
            "senders_", "RoundTrip_", "IpcThroughput_", "InterfacePassing_");
    List<String> expected =
        Rows.ALL.stream()
            .filter(row -> !row.lanes() && !row.name().startsWith("transfer_loaned"))
            .filter(row -> kinds.stream().anyMatch(row.name()::startsWith))
            .map(BenchmarksTest::withLanes)
            .toList();

    assertThat(expected).hasSizeGreaterThan(100);
    assertThat(Rows.ALL.stream().map(Row::title)).containsAll(expected);
  }

  private static String withLanes(Row row) {
    return row.name() + Row.LANES + row.title().substring(row.name().length());
  }

  @Test
  void hasTheRowsOfReceiverSetsEachHeldToOneAndAHalfTimesItsFloor() {
    List<Row> sets =
        Rows.ALL.stream()
            .filter(row -> row.suite().equals(Rows.IPC_CHANNEL) && row.name().startsWith("receiver_set::") && !row.lanes())
            .toList();

    assertThat(sets.stream().map(row -> row.name().substring("receiver_set::".length())))
        .containsExactly(
            "send_on_1_of_1",
            "send_on_1_of_5",
            "send_on_2_of_5",
            "send_on_5_of_5",
            "send_on_1_of_20",
            "send_on_5_of_20",
            "send_on_20_of_20",
            "send_on_1_of_100",
            "send_on_5_of_100",
            "send_on_20_of_100",
            "send_on_100_of_100",
            "select_1_active_of_10000",
            "create_and_destroy_empty_set",
            "create_and_destroy_set_of_1",
            "create_and_destroy_set_of_10",
            "create_and_destroy_set_of_100",
            "create_and_destroy_set_of_10000",
            "add_and_remove_1_closed_receivers",
            "add_and_remove_10_closed_receivers",
            "add_and_remove_100_closed_receivers",
            "add_and_remove_10000_closed_receivers");
    assertThat(
            sets.stream()
                .filter(row -> !row.name().endsWith("active_of_10000"))
                .flatMap(row -> row.floors().stream())
                .map(Row.Floor::mostRatio))
        .containsOnly(1.5);
  }

  @Test
  void tenThousandMembersAreHeldToATime() {
    assertThat(
            Rows.ALL.stream()
                .filter(row -> row.name().startsWith("receiver_set::") && row.mostNanos() != null)
                .collect(Collectors.toMap(Row::name, Row::mostNanos)))
        .isEqualTo(
            Map.of(
                "receiver_set::create_and_destroy_set_of_10000", 1e9,
                "receiver_set::add_and_remove_10000_closed_receivers", 2e9));
  }

  private static void call(Object state, Class<? extends Annotation> annotation) throws ReflectiveOperationException {
    for (Method method : state.getClass().getMethods()) {
      if (method.isAnnotationPresent(annotation)) {
        method.invoke(state);
      }
    }
  }
}
