package org.ferryipc.unix.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Limits;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.unix.kernel.Sockets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Goodbyes are passed over, so who says goodbye without end could keep a receiver busy for ever, and speak for others. */
class GoodbyeWithoutEndTest {
  // How many one call passes over: PacketReader.MOST_PASSED_OVER.
  private static final int PASSED_OVER = 512;

  private RawPeer peer;
  private ReceivePort port;

  @BeforeEach
  void connect() throws Exception {
    peer = RawPeer.open();
    port = peer.port();
  }

  @ParameterizedTest
  @EnumSource
  void givesTheCallerBackItsThread(Reading reading) throws Exception {
    byte[] goodbye = Packet.close(0).bytes();
    Sockets.sendBuffer(peer.socket(), Integer.MAX_VALUE / 2);
    int queued = 0;
    while (peer.trySend(goodbye) > 0) {
      queued++;
    }
    assertThat(queued).as("goodbyes in the queue").isGreaterThan(PASSED_OVER);
    assertThat(reading.take(port, Limits.DEFAULT)).isEqualTo(Reading.NOTHING);
    peer.send(Packet.data((byte) 1));
    int looks = 0;
    while (reading.take(port, Limits.DEFAULT) == Reading.NOTHING) {
      looks++;
    }
    assertThat(looks).as("looks that found only goodbyes").isEqualTo(queued / PASSED_OVER - 1);
  }

  @ParameterizedTest
  @EnumSource
  void ofOneWhoIsNotAloneSaysNothing(Reading reading) throws Exception {
    peer.send(Packet.close(7, "me".getBytes(UTF_8)));
    endsWith(reading, new CloseReason.Unknown());
  }

  @ParameterizedTest
  @EnumSource
  void ofTheOnlySenderIsTheReason(Reading reading) throws Exception {
    peer.send(Packet.close(7, "me".getBytes(UTF_8)).flags(Packet.EXCLUSIVE));
    endsWith(reading, new CloseReason.Closed(7, "me"));
  }

  @ParameterizedTest
  @EnumSource
  void isForgottenWhenAMessageFollows(Reading reading) throws Exception {
    peer.send(Packet.close(7).flags(Packet.EXCLUSIVE)).send(Packet.data((byte) 1));
    assertThat(reading.take(port, Limits.DEFAULT)).isEqualTo(1);
    endsWith(reading, new CloseReason.Unknown());
  }

  private void endsWith(Reading reading, CloseReason reason) throws Exception {
    Sockets.shutdown(peer.socket(), Sockets.SHUT_RDWR);
    for (int i = 0; i < 2; i++) {
      assertThat(reading.take(port, Limits.DEFAULT)).isEqualTo(Reading.END);
      assertThat(port.endReason()).isEqualTo(reason);
    }
  }

  @AfterEach
  void anotherChannelWorks() throws Exception {
    port.release();
    peer.close();
    OtherChannel.works();
  }
}
