package org.ferryipc.core.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.junit.jupiter.api.Test;

/** A peer's large message ended a receive in an OutOfMemoryError. */
class MemoryRoomTest {
  @Test
  void moreThanTheHeapIsATypedError() throws Exception {
    // One array of this length is more than the virtual machine makes, on any heap.
    assertThatThrownBy(() -> MemoryRoom.array(Integer.MAX_VALUE, "a message"))
        .isInstanceOf(ResourceExhaustedException.class)
        .hasMessageContaining("a message of 2147483647 bytes");
    assertThat(MemoryRoom.array(10, "a message")).hasSize(10);
  }

  @Test
  void moreThanThereIsOutsideTheHeapIsATypedError() throws Exception {
    try (Arena life = Arena.ofConfined()) {
      assertThatThrownBy(() -> MemoryRoom.segment(life, 1L << 60, 8, "a loan"))
          .isInstanceOf(ResourceExhaustedException.class)
          .hasMessageContaining("a loan of 1152921504606846976 bytes");
      assertThat(MemoryRoom.segment(life, 10, 8, "a loan").byteSize()).isEqualTo(10);
    }
  }
}
