package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.IpcSender;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.OpaqueReceiver;
import org.ferryipc.core.Reach;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.IpcException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.failure.SerializationException;
import org.junit.jupiter.api.Test;

/** Errors of sockets spoke of "channel": in a log of a thousand channels they said nothing. */
class ErrorWithoutItsEndTest {
  private static final ChannelOptions SMALL = ChannelOptions.defaults().withLimits(Limits.DEFAULT.withMessageBytes(8));
  private static final ChannelOptions HERE = ChannelOptions.defaults().withReach(Reach.PROCESS);
  private static final byte[] NINE = new byte[9];

  // Smile: ":)\n", shared names and raw binary, and the number 0, which is the handle's place in the table.
  private static final byte[] HANDLE_0 = {0x3A, 0x29, 0x0A, 0x05, (byte) 0xC0};

  record Words(List<IpcSender<String>> senders) {}

  private static BytesReceiver bytes(RawPeer of) throws Exception {
    try (RawPeer carrier = RawPeer.open();
        IpcReceiver<BytesReceiver> receiver = carrier.receiver(BytesReceiver.class)) {
      carrier.give(Packet.handles(new Table(HANDLE_0).entry(Table.RECEIVER, 1, 0, 0)), of.nearEnd());
      return receiver.receive().withOptions(SMALL);
    }
  }

  private static <E extends IpcException> void isThrownBy(Class<E> type, String end, ThrowingCallable call) {
    assertThatExceptionOfType(type)
        .isThrownBy(call)
        .withMessageStartingWith(end + ": ")
        .satisfies(e -> assertThat(e.getStackTrace()).as("where it was found").isNotEmpty());
  }

  @Test
  void aTypedReceiverIsNamedInEachOfItsErrors() throws Exception {
    try (RawPeer peer = RawPeer.open();
        IpcReceiver<String> receiver = peer.receiver(String.class, SMALL)) {
      peer.send(Packet.data(NINE));
      isThrownBy(LimitExceededException.class, "IpcReceiver<String>", receiver::receive);
      peer.send(Packet.data(NINE).magic(1));
      isThrownBy(MalformedMessageException.class, "IpcReceiver<String>", receiver::tryReceive);
      isThrownBy(DisconnectedException.class, "IpcReceiver<String>", receiver::receive);
    }
  }

  @Test
  void soAreAReceiverOfBytesAndAnOpaqueOne() throws Exception {
    try (RawPeer first = RawPeer.open();
        RawPeer second = RawPeer.open();
        RawPeer third = RawPeer.open();
        BytesReceiver into = bytes(first);
        BytesReceiver whole = bytes(second);
        OpaqueReceiver opaque = third.receiver(String.class, SMALL).opaque()) {
      MemorySegment room = MemorySegment.ofArray(NINE);
      first.send(Packet.data(NINE));
      isThrownBy(LimitExceededException.class, "BytesReceiver", () -> into.receive(room));
      first.send(Packet.data(NINE).magic(1));
      isThrownBy(MalformedMessageException.class, "BytesReceiver", () -> into.tryReceive(room));
      second.send(Packet.data(NINE).magic(1));
      isThrownBy(MalformedMessageException.class, "BytesReceiver", whole::receive);
      third.send(Packet.data(NINE).magic(1));
      isThrownBy(MalformedMessageException.class, "OpaqueReceiver", opaque::receive);
    }
  }

  @Test
  void aSenderIsNamedWhateverItsTransportRefuses() throws Exception {
    try (IpcChannel<Words> channel = Ferry.channel(Words.class);
        IpcChannel<Words> here = Ferry.channel(MessageType.of(Words.class), HERE);
        IpcChannel<String> inside = Ferry.channel(MessageType.of(String.class), HERE);
        IpcChannel<String> between = Ferry.channel(String.class);
        BytesChannel bytes = Ferry.bytes()) {
      Words away = new Words(List.of(inside.sender()));
      isThrownBy(SerializationException.class, "IpcSender<Words>", () -> channel.sender().send(away));
      channel.receiver().close();
      isThrownBy(DisconnectedException.class, "IpcSender<Words>", () -> channel.sender().send(new Words(List.of())));
      bytes.receiver().close();
      isThrownBy(DisconnectedException.class, "BytesSender", () -> bytes.sender().send(MemorySegment.ofArray(NINE)));
      here.receiver().close();
      isThrownBy(DisconnectedException.class, "IpcSender<Words>", () -> here.sender().send(new Words(List.of())));
      between.receiver().close();
      isThrownBy(DisconnectedException.class, "IpcSender<String>", () -> between.sender().trySend("to nobody"));
    }
  }
}
