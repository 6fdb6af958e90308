package org.ferryipc.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.stream.Stream;
import org.ferryipc.benches.Row;
import org.ferryipc.benches.turns.Bench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Runs every peer and Ferry beside it a few times, without a clock. */
class PeersTest {
  private static final int TIMES = 3;

  static Stream<Bench> benches() {
    return new PeerRows()
        .rows()
        .flatMap(row -> Stream.concat(Stream.of(row.bench()), row.floors().stream().map(Row.Floor::bench)))
        .distinct();
  }

  @ParameterizedTest
  @MethodSource("benches")
  void works(Bench bench) throws Exception {
    Object state = bench.owner().getConstructor().newInstance();
    for (Map.Entry<String, String> parameter : bench.parameters().entrySet()) {
      bench.owner().getField(parameter.getKey()).set(state, parameter.getValue());
    }
    call(state, Setup.class);
    try {
      for (int i = 0; i < TIMES; i++) {
        assertThat(bench.owner().getMethod(bench.method()).invoke(state)).isNotNull();
      }
    } finally {
      call(state, TearDown.class);
    }
  }

  @Test
  void floorsHaveNamesOfTheirOwn() {
    assertThat(new PeerRows().rows().flatMap(row -> row.floors().stream()).map(Row.Floor::name)).doesNotHaveDuplicates();
    assertThat(new PeerRows().rows().map(Row::title)).doesNotHaveDuplicates();
  }

  @Test
  void saysOfEachPeerWhetherItCanMoveADescriptor() {
    assertThat(new PeerRows().gaps().filter(gap -> gap.row().startsWith("echo_")).map(gap -> gap.peer() + ": " + gap.why()))
        .containsExactlyInAnyOrder(
            "socket_channel: no handles",
            "aeron: no handles",
            "chronicle_queue: no handles",
            "grpc: no handles",
            "rmi: no handles",
            "dbus: no handles by this transport");
  }

  private static void call(Object state, Class<? extends Annotation> annotation) throws ReflectiveOperationException {
    for (Method method : state.getClass().getMethods()) {
      if (method.isAnnotationPresent(annotation)) {
        method.invoke(state);
      }
    }
  }
}
