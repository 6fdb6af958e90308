package org.ferryipc.core.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.transport.Outgoing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadBufferTest {
  private static final int LARGE = 3 << 20;
  private static final int LONGEST_KEPT = 16 << 20;
  private static final int PIECE = 8_000;

  private static byte[] pattern(int length, int seed) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i * 31 + seed);
    }
    return bytes;
  }

  /** Writes as an encoder does: in pieces, and never told how long it will be. */
  private static void write(PayloadBuffer buffer, byte[] message) throws LimitExceededException {
    for (int at = 0; at < message.length; at += PIECE) {
      buffer.write(message, at, Math.min(PIECE, message.length - at));
    }
  }

  private static void holds(PayloadBuffer buffer, byte[] message) {
    assertThat(buffer.length()).isEqualTo(message.length);
    byte[] array = buffer.array();
    int end = Outgoing.HEAD_ROOM + message.length;
    assertThat(Arrays.mismatch(array, Outgoing.HEAD_ROOM, end, message, 0, message.length)).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 511, 512, 513, 64 << 10, 1 << 20, (1 << 20) + 1, LARGE, LONGEST_KEPT + 1})
  void holdsWhatWasWritten(int length) throws Exception {
    PayloadBuffer buffer = new PayloadBuffer("channel", LONGEST_KEPT * 2);
    byte[] before = pattern(7, 7);
    for (int seed = 0; seed < 3; seed++) {
      write(buffer, before);
      holds(buffer, before);
      buffer.reset();
      byte[] message = pattern(length, seed);
      write(buffer, message);
      holds(buffer, message);
      buffer.reset();
    }
    buffer.write(1);
    buffer.write(MemorySegment.ofArray(pattern(length, 9)));
    assertThat(buffer.length()).isEqualTo(length + 1);
  }

  @Test
  void aLargeMessageIsWrittenIntoTheArrayOfTheLastOne() throws Exception {
    PayloadBuffer first = new PayloadBuffer("channel", LONGEST_KEPT);
    write(first, pattern(LARGE, 1));
    byte[] array = first.array();
    first.reset();
    assertThat(first.array()).as("an idle buffer holds no megabytes").hasSizeLessThan(1 << 20);
    PayloadBuffer second = new PayloadBuffer("channel", LONGEST_KEPT);
    write(second, pattern(LARGE, 2));
    assertThat(second.array()).isSameAs(array);
    write(first, pattern(LARGE, 1));
    assertThat(first.array()).as("in use").isNotSameAs(array);
    holds(first, pattern(LARGE, 1));
    holds(second, pattern(LARGE, 2));
    first.reset();
    second.reset();
  }

  @ParameterizedTest
  @ValueSource(ints = {600, LARGE})
  void growsToItsLimitAndNotBeyond(int limit) throws Exception {
    PayloadBuffer buffer = new PayloadBuffer("channel", limit);
    for (int round = 0; round < 2; round++) {
      byte[] message = pattern(limit, 3);
      write(buffer, message);
      assertThatExceptionOfType(LimitExceededException.class)
          .isThrownBy(() -> buffer.write(1))
          .satisfies(e -> assertThat(e.asked()).isEqualTo(limit + 1L));
      holds(buffer, message);
      buffer.reset();
    }
  }

  @Test
  void arraysOverTheLimitAreNotKept() {
    byte[] tooLong = new byte[LONGEST_KEPT + 1];
    LargeArrays.give(tooLong);
    assertThat(LargeArrays.take(LONGEST_KEPT + 1)).isNotSameAs(tooLong);
  }
}
