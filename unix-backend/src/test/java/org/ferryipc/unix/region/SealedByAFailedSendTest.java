package org.ferryipc.unix.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.ferryipc.core.Delivery;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.MemoryAccess;
import org.ferryipc.core.SharedMemory;
import org.ferryipc.core.failure.DisconnectedException;
import org.junit.jupiter.api.Test;

/**
 * A send seals memory against new writable mappings, and a seal cannot be taken back when the send fails. The maker could map
 * no more then, and what it called writable afterwards arrived read-only.
 */
class SealedByAFailedSendTest {
  record Picture(SharedMemory pixels) {}

  private static SharedMemory notSent(int length) throws Exception {
    SharedMemory made = SharedMemory.allocate(length);
    try (IpcChannel<Picture> gone = Ferry.channel(Picture.class)) {
      gone.receiver().close();
      assertThatThrownBy(() -> gone.sender().send(new Picture(made))).isInstanceOf(DisconnectedException.class);
    }
    return made;
  }

  @Test
  void theMakerMapsItForWritingAsBefore() throws Exception {
    try (SharedMemory made = notSent(10_000);
        IpcChannel<Picture> way = Ferry.channel(Picture.class);
        Arena arena = Arena.ofConfined()) {
      MemorySegment mine = made.segment(arena);
      mine.set(ValueLayout.JAVA_BYTE, 9_999, (byte) 7);
      assertThat(made.segment().get(ValueLayout.JAVA_BYTE, 9_999)).isEqualTo((byte) 7);
      way.sender().send(new Picture(made));
      mine.set(ValueLayout.JAVA_BYTE, 0, (byte) 8); // it lives as long as its arena, not as long as the handle
      try (Delivery<Picture> arrived = way.receiver().take()) {
        assertThat(arrived.value().pixels().access()).isEqualTo(MemoryAccess.READ);
        assertThat(arrived.value().pixels().segment().get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 8);
      }
    }
  }

  @Test
  void aMappingMadeAfterItForbidsFreezingWhileItLives() throws Exception {
    try (SharedMemory made = notSent(100)) {
      try (Arena arena = Arena.ofConfined()) {
        made.segment(arena).set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
        assertThatThrownBy(made::freeze).isInstanceOf(java.io.IOException.class);
      }
      made.freeze();
      assertThat(made.segment().get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 1);
    }
  }

  @Test
  void whoMayWriteWasSettledByTheTry() throws Exception {
    try (SharedMemory made = notSent(100);
        SharedMemory empty = notSent(0)) {
      assertThatThrownBy(made::writable).isInstanceOf(IllegalStateException.class);
      assertThat(made.access()).isEqualTo(MemoryAccess.WRITE);
      assertThat(empty.writable().access()).isEqualTo(MemoryAccess.WRITE);
    }
  }
}
