package org.ferryipc.unix.trials;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.foreign.MemorySegment;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.SharedMemory;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.ResourceExhaustedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * servo/ipc-channel #268: mapping no bytes fails in the kernel, and sizes over 2 GiB went through 32-bit arithmetic.
 * Here memory of each length goes to another and back, and absurd lengths are refused before anything is made.
 */
class ZeroAndHugeRegionsTest {

  record Region(SharedMemory memory) {}

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 4095, 4096, 4097, (1L << 31) - 1, 1L << 31, 3L << 30})
  void goThereAndBackWithTheirLength(long length) throws Exception {
    try (IpcChannel<Region> channel = Ferry.channel(Region.class)) {
      SharedMemory made = SharedMemory.allocate(length).writable();
      mark(made.segment(), (byte) 1);
      channel.sender().send(new Region(made));
      SharedMemory there = channel.receiver().receive().memory();
      assertThat(there.length()).isEqualTo(length);
      isMarked(there.segment(), length, (byte) 1);
      if (length > 0) {
        mark(there.segment(), (byte) 2);
      }
      channel.sender().send(new Region(there));
      try (SharedMemory back = channel.receiver().receive().memory()) {
        assertThat(back.length()).isEqualTo(length);
        isMarked(back.segment(), length, (byte) 2);
      }
    }
  }

  private static void mark(MemorySegment bytes, byte value) {
    if (bytes.byteSize() > 0) {
      bytes.set(JAVA_BYTE, 0, value);
      bytes.set(JAVA_BYTE, bytes.byteSize() - 1, value);
    }
  }

  private static void isMarked(MemorySegment bytes, long length, byte value) {
    assertThat(bytes.byteSize()).isEqualTo(length);
    if (length > 0) {
      assertThat(bytes.get(JAVA_BYTE, 0)).isEqualTo(value);
      assertThat(bytes.get(JAVA_BYTE, length - 1)).isEqualTo(value);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE})
  void ofANegativeLengthAreRefused(long length) {
    assertThatIllegalArgumentException().isThrownBy(() -> SharedMemory.allocate(length));
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, Long.MAX_VALUE - 4095, 1L << 62, 1L << 48})
  void thatNoProcessCanMapAreRefused(long length) {
    assertThatExceptionOfType(IpcException.class)
        .isThrownBy(() -> SharedMemory.allocate(length))
        .withMessageContaining(Long.toString(length));
  }

  @Test
  void thatDoNotFitInMemoryAreNotTakenAndStay() throws Exception {
    try (SharedMemory sparse = SharedMemory.allocate(1L << 45)) {
      assertThatExceptionOfType(ResourceExhaustedException.class).isThrownBy(sparse::take);
      assertThat(sparse.state()).isEqualTo(HandleState.Open.INSTANCE);
      assertThat(sparse.segment().get(JAVA_BYTE, (1L << 45) - 1)).isZero();
    }
  }
}
