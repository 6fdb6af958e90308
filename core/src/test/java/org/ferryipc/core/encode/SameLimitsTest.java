package org.ferryipc.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What one side may encode the other may decode: limits count the same on both. */
class SameLimitsTest {
  private static final EncodeType<List<byte[]>> PIECES = pieces();

  record Level(List<Integer> numbers, Optional<Level> inside) {}

  record Named(List<Optional<String>> names) {}

  private static EncodeType<List<byte[]>> pieces() {
    try {
      return EncodeType.of(new MessageType<List<byte[]>>() {});
    } catch (org.ferryipc.core.failure.SerializationException e) {
      throw new AssertionError(e);
    }
  }

  // Of 4,096 bytes and more, which are not copied, among fewer.
  static Stream<int[]> sizes() {
    return Stream.of(
        new int[] {200}, new int[] {4096}, new int[] {4096, 200}, new int[] {2000, 4096, 300, 200},
        new int[] {4096, 4097, 1, 5000, 4095}, new int[] {100, 10_000, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100});
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void bytesCountWhetherTheyWereCopiedOrNot(int[] sizes) throws Exception {
    List<byte[]> value = Arrays.stream(sizes).mapToObj(byte[]::new).toList();
    byte[] whole = Shapes.bytes(PIECES, value);
    for (int less = 0; less < whole.length - 8; less += 8) {
      EncodeType<List<byte[]>> limited = PIECES.withLimits(Limits.DEFAULT.withMessageBytes(whole.length - less));
      EncodeResult result = limited.encode(value);
      assertThat(result instanceof EncodeResult.Ok).as("%d bytes less than needed", less).isEqualTo(less == 0);
      assertThat(Shapes.decode(limited, whole) instanceof DecodeResult.Ok).isEqualTo(less == 0);
      if (result instanceof EncodeResult.Failed(EncodeError reason)) {
        assertThat(reason.kind()).isEqualTo(EncodeError.Kind.LIMIT);
        assertThat(reason.describe()).contains("messageBytes is limited to " + (whole.length - less));
      }
    }
  }

  @Test
  void aListIsALevelWhateverIsInIt() throws Exception {
    for (List<Integer> numbers : List.of(List.of(1, 2), List.<Integer>of())) {
      Level value = new Level(numbers, Optional.of(new Level(numbers, Optional.of(new Level(numbers, Optional.empty())))));
      EncodeType<Level> type = EncodeType.of(Level.class);
      byte[] whole = Shapes.bytes(type, value);
      int depth = numbers.isEmpty() ? 2 : 3;
      for (int limit = 1; limit <= 5; limit++) {
        EncodeType<Level> limited = type.withLimits(Limits.DEFAULT.withDepth(limit));
        assertThat(limited.encode(value) instanceof EncodeResult.Ok).as("limit %d", limit).isEqualTo(limit >= depth);
        assertThat(Shapes.decode(limited, whole) instanceof DecodeResult.Ok).as("limit %d", limit).isEqualTo(limit >= depth);
      }
    }
  }

  @Test
  void stringsCountByUnits() throws Exception {
    for (String text : List.of("abcd", "äöüß", "€€€€", "\uD83D\uDE00\uD83D\uDE00")) {
      Named value = new Named(List.of(Optional.of(text), Optional.empty()));
      EncodeType<Named> type = EncodeType.of(Named.class);
      byte[] whole = Shapes.bytes(type, value);
      for (int limit = 3; limit <= 5; limit++) {
        EncodeType<Named> limited = type.withLimits(Limits.DEFAULT.withStringLength(limit));
        assertThat(limited.encode(value) instanceof EncodeResult.Ok).isEqualTo(limit >= 4);
        assertThat(Shapes.decode(limited, whole) instanceof DecodeResult.Ok).isEqualTo(limit >= 4);
        assertThat(limited.view(MemorySegment.ofArray(whole), EncodeMetadata.CURRENT) instanceof DecodeResult.Ok)
            .isEqualTo(limit >= 4);
      }
    }
  }
}
