package org.ferryipc.benches;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.ferryipc.benches.turns.Bench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Runs what is measured, a few times and without a clock; that nothing stays open is the leak check's to see. */
class BenchmarksTest {
  private static final int TIMES = 3;

  static Stream<Bench> benches() {
    return Rows.ALL.stream().flatMap(row -> Measurement.benches(row).stream()).distinct();
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
    with(bench.owner(), Setup.class).invoke(state);
    try {
      for (int i = 0; i < TIMES; i++) {
        assertThat(measured.invoke(state)).isNotNull();
      }
    } finally {
      with(bench.owner(), TearDown.class).invoke(state);
    }
  }

  @Test
  void rowsAndFloorsHaveNamesOfTheirOwn() {
    assertThat(Rows.ALL.stream().map(Row::name)).doesNotHaveDuplicates();
    assertThat(Rows.ALL.stream().flatMap(row -> row.floors().stream()).map(Row.Floor::name)).doesNotHaveDuplicates();
  }

  @Test
  void quickPassHasTheRowsOfTheIssueThatAreHeldToALimit() {
    assertThat(Rows.ALL.stream().filter(Row::limited).map(Row::name))
        .containsExactly(
            "transfer_empty",
            "transfer_senders_64",
            "transfer_receivers_64",
            "transfer_data_4096",
            "transfer_data_248832",
            "transfer_data_1048576",
            "transfer_data_8388608");
  }

  private static Method with(Class<?> owner, Class<? extends Annotation> annotation) {
    return Arrays.stream(owner.getMethods()).filter(m -> m.isAnnotationPresent(annotation)).findFirst().orElseThrow();
  }
}
