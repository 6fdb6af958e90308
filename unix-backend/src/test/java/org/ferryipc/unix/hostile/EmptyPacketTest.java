package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Limits;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.unix.kernel.Sockets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A packet of no bytes reads as the end of the stream does (tokio-seqpacket #36). It is a protocol error, with its descriptor
 * closed, and never the end while anything is behind it.
 */
class EmptyPacketTest {
  private static final byte[] NONE = {};

  private RawPeer peer;
  private ReceivePort port;

  @BeforeEach
  void connect() throws Exception {
    peer = RawPeer.open();
    port = peer.port();
  }

  @ParameterizedTest
  @EnumSource
  void isAProtocolErrorWhileThePeerIsThere(Reading reading) throws Exception {
    peer.send(NONE);
    reading.isRefused(port, "packet length");
  }

  @ParameterizedTest
  @EnumSource
  void withADescriptorIsAProtocolErrorAndTheDescriptorIsClosed(Reading reading) throws Exception {
    int[] gift = Strange.plain(3);
    peer.send(NONE, gift);
    RawPeer.closeAll(gift);
    reading.isRefused(port, "packet length");
  }

  @ParameterizedTest
  @EnumSource
  void withADescriptorIsNoEndEvenInFrontOfIt(Reading reading) throws Exception {
    int[] gift = Strange.plain(1);
    peer.send(NONE, gift);
    RawPeer.closeAll(gift);
    Sockets.shutdown(peer.socket(), Sockets.SHUT_RDWR);
    reading.isRefused(port, "packet length");
  }

  @ParameterizedTest
  @EnumSource
  void hidesNoMessageBehindItWhenThePeerHasGone(Reading reading) throws Exception {
    peer.send(NONE).send(NONE).send(Packet.data((byte) 1));
    Sockets.shutdown(peer.socket(), Sockets.SHUT_RDWR);
    reading.isRefused(port, "packet length");
  }

  @ParameterizedTest
  @EnumSource
  void hidesNothingInFrontOfTheEnd(Reading reading) throws Exception {
    peer.send(Packet.data((byte) 1)).send(NONE).send(NONE);
    Sockets.shutdown(peer.socket(), Sockets.SHUT_RDWR);
    assertThat(reading.take(port, Limits.DEFAULT)).isEqualTo(1);
    for (int i = 0; i < 3; i++) {
      assertThat(reading.take(port, Limits.DEFAULT)).isEqualTo(Reading.END);
      assertThat(port.endReason()).isEqualTo(new CloseReason.Unknown());
    }
  }

  @ParameterizedTest
  @EnumSource
  void isNotWhatAMessageWithoutBytesIs(Reading reading) throws Exception {
    peer.send(Packet.data()).send(Packet.data((byte) 1));
    assertThat(reading.take(port, Limits.DEFAULT)).isZero();
    assertThat(reading.take(port, Limits.DEFAULT)).isEqualTo(1);
    assertThat(reading.take(port, Limits.DEFAULT)).isEqualTo(Reading.NOTHING);
  }

  @AfterEach
  void anotherChannelWorks() throws Exception {
    port.release();
    peer.close();
    OtherChannel.works();
  }
}
