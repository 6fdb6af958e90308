package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * After unix-ipc #3 and nailgun #76: a call that ran out of descriptors half-way left some behind, or failed with something else.
 * Each call is made with no number to spare, with one, with two, and so on until it succeeds.
 */
class EachCallWithoutANumberTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @ParameterizedTest
  @ValueSource(strings = {"messages", "descriptors", "names", "children"})
  void failsTypedAndLeavesNothing(String what) throws Exception {
    try (ChildJvm child = ChildJvm.of(CallsWithoutANumber.class, what).descriptorLimit(200).start()) {
      assertThat(child.finish(LIMIT)).contains("done " + what);
    }
  }
}
