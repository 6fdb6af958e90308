package org.ferryipc.unix.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.ferryipc.unix.testing.ChildJvm;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * At the limit of open descriptors the kernel takes a packet and drops what came with it. Messages without handles must
 * arrive all the same, large ones too, and each message whose handles found no room is reported once.
 */
class DescriptorLimitTest {
  private static final Duration LIMIT = Duration.ofSeconds(50);

  @ParameterizedTest
  @ValueSource(strings = {"mixed", "threads", "hole"})
  void isFeltOnlyByMessagesWithHandles(String what) throws Exception {
    try (ChildJvm child = ChildJvm.of(AtTheDescriptorLimit.class, what).descriptorLimit(128).start()) {
      assertThat(child.finish(LIMIT)).contains("done " + what);
    }
  }
}
