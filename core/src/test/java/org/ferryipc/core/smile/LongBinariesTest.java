package org.ferryipc.core.smile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.List;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.failure.SerializationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongBinariesTest {
  private static final MessageType<Blob> BLOB = MessageType.of(Blob.class);
  private static final MessageType<Blobs> BLOBS = MessageType.of(Blobs.class);

  record Blob(String name, byte @Nullable [] data, int after) {}

  record Blobs(List<byte[]> all, byte[][] nested) {}

  private static byte[] pattern(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i * 31);
    }
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 249_999, 250_000, 250_001, 1 << 20, 5 << 20})
  void arriveAsTheyWereSent(int length) throws Exception {
    byte[] data = pattern(length);
    Blob blob = Smile.decode(BLOB, Smile.encode(BLOB, new Blob("x", data, 7)));
    assertThat(blob.data()).isEqualTo(data);
    assertThat(blob.after()).isEqualTo(7);
    Blobs blobs = Smile.decode(BLOBS, Smile.encode(BLOBS, new Blobs(List.of(data, data), new byte[][] {data})));
    assertThat(blobs.all()).hasSize(2).allSatisfy(each -> assertThat(each).isEqualTo(data));
    assertThat(blobs.nested()).hasDimensions(1, length);
  }

  @Test
  void oneThatIsNotThereStaysNull() throws Exception {
    assertThat(Smile.decode(BLOB, Smile.encode(BLOB, new Blob("x", null, 7))).data()).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1000, 300_000})
  void oneThatClaimsMoreThanIsThereIsRefused(int missing) throws Exception {
    byte[] message = Smile.encode(BLOB, new Blob("x", pattern(400_000), 7));
    byte[] cut = Arrays.copyOf(message, message.length - missing);
    assertThatExceptionOfType(SerializationException.class).isThrownBy(() -> Smile.decode(BLOB, cut));
  }
}
