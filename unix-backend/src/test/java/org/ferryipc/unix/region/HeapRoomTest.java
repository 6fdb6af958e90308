package org.ferryipc.unix.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.ferryipc.core.failure.ResourceExhaustedException;
import org.junit.jupiter.api.Test;

/** A peer's large message ended a receive in an OutOfMemoryError. */
class HeapRoomTest {
  @Test
  void moreThanTheHeapIsATypedError() throws Exception {
    // One array of this length is more than the virtual machine makes, on any heap.
    assertThatThrownBy(() -> HeapRoom.allocate(Integer.MAX_VALUE))
        .isInstanceOf(ResourceExhaustedException.class)
        .hasMessageContaining("2147483647 bytes");
    assertThat(HeapRoom.allocate(10)).hasSize(10);
  }
}
