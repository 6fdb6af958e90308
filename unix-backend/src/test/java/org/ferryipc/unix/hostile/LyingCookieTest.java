package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Limits;
import org.ferryipc.core.leak.OpenDescriptors;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.core.transport.SendPort;
import org.ferryipc.unix.kernel.KernelException;
import org.ferryipc.unix.kernel.Sockets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Equal senders are counted onto one descriptor by a number that their peer states. Whoever lies about it must not undo that for
 * the channels of others, and must not get his end taken for another.
 */
class LyingCookieTest {
  private RawPeer peer;
  private ReceivePort port;
  private RawPeer victim;
  private int victimsSender;

  @BeforeEach
  void connect() throws Exception {
    peer = RawPeer.open();
    port = peer.port();
    victim = RawPeer.open();
    victimsSender = victim.nearEnd();
  }

  private SendPort arrived(int descriptor, long cookie) throws Exception {
    peer.send(Packet.handles(new Table().entry(Table.SENDER, 1, 0, cookie)), descriptor);
    return (SendPort) ((Incoming) port.tryReceive(Limits.DEFAULT)).resources().getFirst();
  }

  private long cookie() throws KernelException {
    return Sockets.cookie(victimsSender);
  }

  private SendPort liar() throws Exception {
    Sockets.Pair own = Sockets.pair(Sockets.SOCK_SEQPACKET);
    SendPort lying = arrived(own.first(), cookie());
    RawPeer.closeAll(own.first(), own.second());
    return lying;
  }

  private void honestOnesAreCounted() throws Exception {
    SendPort first = arrived(victimsSender, cookie());
    int before = OpenDescriptors.now().links().size();
    SendPort second = arrived(victimsSender, cookie());
    assertThat(second).isSameAs(first);
    assertThat(OpenDescriptors.now().links()).hasSize(before);
    first.release();
    second.release();
  }

  @Test
  void whoLiesFirstIsReplacedByWhoTellsTheTruth() throws Exception {
    SendPort lying = liar();
    honestOnesAreCounted();
    lying.release();
  }

  @Test
  void whoLiesLaterDoesNotReplaceWhoToldTheTruth() throws Exception {
    SendPort honest = arrived(victimsSender, cookie());
    SendPort lying = liar();
    assertThat(lying).isNotSameAs(honest);
    honestOnesAreCounted();
    lying.release();
    honestOnesAreCounted();
    honest.release();
  }

  @Test
  void aLieDoesNotTakeAwayAnothersGoodbye() throws Exception {
    SendPort honest = arrived(victimsSender, cookie());
    SendPort lying = liar();
    honest.release(new CloseReason.Closed(9, ""));
    assertThat(victim.received()).isEqualTo(Packet.close(9).flags(Packet.EXCLUSIVE).bytes());
    lying.release();
  }

  @AfterEach
  void anotherChannelWorks() throws Exception {
    port.release();
    peer.close();
    victim.close();
    RawPeer.closeAll(victimsSender);
    OtherChannel.works();
  }
}
