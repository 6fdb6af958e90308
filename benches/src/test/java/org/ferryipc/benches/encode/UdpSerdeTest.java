package org.ferryipc.benches.encode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UdpSerdeTest {
  // By docs/encode.md; what a struct comes back as is looked at in the benchmark's own setup.
  @ParameterizedTest
  @CsvSource({
    "SendMsgMeta, IPv4, Empty, 8",
    "SendMsgMeta, IPv6, Empty, 8",
    "SendMsgMeta, IPv4, Full, 112",
    "SendMsgMeta, IPv6, Full, 176",
    "RecvMsgMeta, IPv4, Empty, 56",
    "RecvMsgMeta, IPv6, Empty, 80",
    "RecvMsgMeta, IPv4, Full, 168",
    "RecvMsgMeta, IPv6, Full, 232",
  })
  void bothFlavoursGiveTheSameBytes(String message, String address, String fill, int size) throws Exception {
    byte[] segments = EncodedSizes.made(message, address, fill, "segments").encoded();
    assertThat(EncodedSizes.made(message, address, fill, "records").encoded()).isEqualTo(segments);
    assertThat(segments).hasSize(size);
  }
}
