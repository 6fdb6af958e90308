package org.ferryipc.unix.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.LanePolicy;
import org.ferryipc.core.Limits;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.Outgoing;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.core.transport.SendPort;
import org.ferryipc.core.transport.Transport;
import org.ferryipc.unix.frame.Traveller;
import org.ferryipc.unix.kernel.Errno;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Nobody keeps a reference from ending while a message is sent by it. Whoever was about to send when the last reference ended, or
 * began to travel, sends nothing.
 */
class SendWithoutHoldTest {
  private static final Outgoing MESSAGE = new Outgoing(new byte[] {7}, 0, 1, 0, List.of());

  @ParameterizedTest
  @EnumSource(names = {"ALWAYS", "NEVER"})
  void nothingIsSentBehindTheLastRelease(LanePolicy lanes) throws Exception {
    Transport.OneWay channel = SocketPorts.oneWay();
    SendPort sender = channel.sender();
    begin(sender, channel.receiver(), lanes);
    sender.share();
    sender.release();
    assertThat(sender.trySend(MESSAGE)).isTrue();
    sender.release();
    assertThat(sender.trySend(MESSAGE)).isFalse();
    assertThat(sender.trySendBytes(MemorySegment.ofArray(new byte[3]), 0, 3)).isFalse();
    assertThat(received(channel.receiver())).isEqualTo(1);
    assertThat(channel.receiver().tryReceive(Limits.DEFAULT)).isEqualTo(new Arrival.End(CloseReason.Closed.ORDERLY));
    channel.receiver().release();
  }

  @ParameterizedTest
  @EnumSource(names = {"ALWAYS", "NEVER"})
  void nothingIsSentBehindTheGoodbye(LanePolicy lanes) throws Exception {
    Transport.OneWay channel = SocketPorts.oneWay();
    SocketSender sender = (SocketSender) channel.sender();
    begin(sender, channel.receiver(), lanes);
    int socket = sender.guarded().acquire(); // as a send that is about to ask for the lock
    sender.release();
    assertThat(sender.sendPlain(socket, MESSAGE)).isEqualTo(-Errno.EAGAIN);
    assertThat(sender.sendPlain(socket, MemorySegment.ofArray(new byte[3]), 0, 3)).isEqualTo(-Errno.EAGAIN);
    assertThat(sender.hasLane()).isFalse();
    sender.guarded().release();
    assertThat(channel.receiver().tryReceive(Limits.DEFAULT)).isEqualTo(new Arrival.End(CloseReason.Closed.ORDERLY));
    channel.receiver().release();
  }

  @ParameterizedTest
  @EnumSource(names = {"ALWAYS", "NEVER"})
  void nothingIsSentBesideTheMessageThatCarriesTheEnd(LanePolicy lanes) throws Exception {
    Transport.OneWay channel = SocketPorts.oneWay();
    begin(channel.sender(), channel.receiver(), lanes);
    assertSilentWhileItTravels(channel.sender(), channel.receiver());
    channel.sender().release();
    channel.receiver().release();
  }

  @ParameterizedTest
  @EnumSource(names = {"ALWAYS", "NEVER"})
  void nothingIsSentBesideTheMessageThatCarriesATwoWayEnd(LanePolicy lanes) throws Exception {
    Transport.TwoWay line = SocketPorts.twoWay();
    begin(line.left(), line.right(), lanes);
    assertSilentWhileItTravels(line.left(), line.right());
    line.left().release();
    line.right().release();
  }

  private static void assertSilentWhileItTravels(SendPort sender, ReceivePort receiver) throws Exception {
    Traveller traveller = (Traveller) sender;
    traveller.prepare();
    assertThat(sender.trySend(MESSAGE)).isFalse();
    assertThat(sender.trySendBytes(MemorySegment.ofArray(new byte[3]), 0, 3)).isFalse();
    traveller.stayed();
    assertThat(receiver.tryReceive(Limits.DEFAULT)).isEqualTo(Arrival.Nothing.INSTANCE);
    assertThat(sender.trySend(MESSAGE)).isTrue();
    assertThat(received(receiver)).isEqualTo(1);
  }

  private static void begin(SendPort sender, ReceivePort receiver, LanePolicy lanes) throws Exception {
    ChannelOptions options = ChannelOptions.defaults().withLanes(lanes);
    sender.prefer(options);
    receiver.prefer(options);
    for (int i = 0; i < 2; i++) { // the first behind the offer of a lane, which its receiver then takes
      assertThat(sender.trySend(MESSAGE)).isTrue();
      assertThat(received(receiver)).isEqualTo(1);
    }
  }

  private static int received(ReceivePort receiver) throws Exception {
    return ((Incoming) receiver.tryReceive(Limits.DEFAULT)).length();
  }
}
