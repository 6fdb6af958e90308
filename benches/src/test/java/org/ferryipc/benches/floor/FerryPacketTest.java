package org.ferryipc.benches.floor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A floor is only a floor while it carries what the row carries. */
class FerryPacketTest {

  // Frame header, Smile header, brackets; then for each handle its number in Smile (one byte up to 15, two up to 31,
  // three up to 2047) and an entry of the handle table, which ends with 4 bytes.
  @ParameterizedTest
  @CsvSource({
    "transfer_empty, 16 + 4 + 2, 0",
    "transfer_senders_00, 16 + 4 + 2, 0",
    "transfer_senders_01, 16 + 4 + 2 + 1 + 16 + 4, 1",
    "transfer_senders_08, 16 + 4 + 2 + 8 + 128 + 4, 8",
    "transfer_senders_64, 16 + 4 + 2 + 144 + 1024 + 4, 64",
    "transfer_receivers_01, 16 + 4 + 2 + 1 + 16 + 4, 1",
    "transfer_receivers_64, 16 + 4 + 2 + 144 + 1024 + 4, 64",
    "transfer_data_4096, 16 + 4096, 0"
  })
  void hasTheBytesAndDescriptorsOfFerrysOwn(String row, String length, int descriptors) throws Exception {
    try (FerryPacket captured = FerryPacket.of(row)) {
      assertThat(captured.packet().length())
          .isEqualTo(java.util.Arrays.stream(length.split(" \\+ ")).mapToInt(Integer::parseInt).sum());
      assertThat(captured.packet().descriptors()).isEqualTo(descriptors);
    }
  }

  // Frame header, and the reason.
  @Test
  void hasTheGoodbyeOfASender() throws Exception {
    Packet goodbye = FerryPacket.goodbye();

    assertThat(goodbye.length()).isEqualTo(16 + 4);
    assertThat(goodbye.descriptors()).isZero();
  }

  @Test
  void knowsNoPacketOfAMessageThatHasNone() {
    assertThatThrownBy(() -> FerryPacket.of("stream_4")).isInstanceOf(IllegalArgumentException.class);
  }
}
