package org.ferryipc.unix.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Limits;
import org.ferryipc.core.failure.HandleClosedException;
import org.ferryipc.core.transport.Arrival;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.core.transport.SendPort;
import org.ferryipc.core.transport.Transport;
import org.ferryipc.unix.frame.HandleTable;
import org.ferryipc.unix.frame.Traveller;
import org.ferryipc.unix.socket.SocketPorts;
import org.junit.jupiter.api.Test;

/**
 * A reference was shared by a call that had begun when it was put into a message: the frame said that the process it went to
 * had the only sender, and this process, which had one too, believed the same of itself. The first to close gave the reason
 * for the channel's end, though it was not the last.
 */
class SharedWhileItTravelsTest {

  @Test
  void whatTravelsAsTheOnlyOneIsNotShared() throws Exception {
    Transport.OneWay channel = SocketPorts.oneWay();
    SendPort sender = channel.sender();
    Traveller traveller = (Traveller) sender;
    traveller.prepare();
    assertThat(traveller.tableFlags()).isZero();
    assertThatThrownBy(sender::share).isInstanceOf(HandleClosedException.class);
    traveller.stayed();
    sender.share();
    traveller.prepare();
    assertThat(traveller.tableFlags()).isEqualTo(HandleTable.SHARED);
    sender.share();
    traveller.stayed();
    sender.release();
    sender.release();
    sender.release();
    assertThat(channel.receiver().tryReceive(Limits.DEFAULT))
        .isEqualTo(new Arrival.End(CloseReason.Closed.ORDERLY)); // none has left the process
    channel.receiver().release();
  }

  @Test
  void whoStaysBehindADepartedOneDoesNotSayThatItWasTheLast() throws Exception {
    Transport.OneWay channel = SocketPorts.oneWay();
    SendPort sender = channel.sender();
    Traveller traveller = (Traveller) sender;
    sender.share();
    traveller.prepare();
    assertThat(traveller.departed()).isEqualTo(Traveller.NOTHING);
    sender.release(new CloseReason.Closed(7, "not the last, for all it knows"));
    assertEnd(channel.receiver(), new CloseReason.Unknown());
  }

  @Test
  void norDoesOneThatWasSharedWhenTheOthersWereClosed() throws Exception {
    Transport.OneWay channel = SocketPorts.oneWay();
    SendPort sender = channel.sender();
    Traveller traveller = (Traveller) sender;
    sender.share();
    traveller.prepare();
    sender.release();
    sender.share(); // by a call that began before the only reference left was leased
    assertThat(traveller.tableFlags()).isEqualTo(HandleTable.SHARED);
    assertThat(traveller.departed()).isEqualTo(Traveller.NOTHING);
    sender.release(new CloseReason.Closed(7, "not the last, for all it knows"));
    assertEnd(channel.receiver(), new CloseReason.Unknown());
  }

  private static void assertEnd(ReceivePort receiver, CloseReason reason) throws Exception {
    assertThat(receiver.tryReceive(ChannelOptions.defaults().limits())).isEqualTo(new Arrival.End(reason));
    receiver.release();
  }
}
