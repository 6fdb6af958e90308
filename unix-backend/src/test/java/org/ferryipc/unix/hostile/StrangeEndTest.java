package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Limits;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.Outgoing;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.core.transport.Resource;
import org.ferryipc.core.transport.SendPort;
import org.ferryipc.unix.kernel.Errno;
import org.ferryipc.unix.kernel.Sockets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A peer says of a file, a pipe or a foreign socket that it is the end of a channel. Nothing goes into it or comes out of it. */
class StrangeEndTest {
  private RawPeer peer;
  private ReceivePort port;

  @BeforeEach
  void connect() throws Exception {
    peer = RawPeer.open();
    port = peer.port();
  }

  private Resource arrived(int kind, int descriptor) throws Exception {
    peer.send(Packet.handles(new Table().entry(kind, 1, 0, 0)), descriptor);
    return ((Incoming) port.tryReceive(Limits.DEFAULT)).resources().getFirst();
  }

  @Test
  void asASenderIsRefusedAtItsFirstUse(@TempDir Path folder) throws Exception {
    for (int descriptor : Strange.noChannels(folder)) {
      SendPort sender = (SendPort) arrived(Table.SENDER, descriptor);
      RawPeer.closeAll(descriptor);
      refusedToSend(sender);
      sender.release();
    }
  }

  @Test
  void asAReceiverIsRefusedAtItsFirstUse(@TempDir Path folder) throws Exception {
    for (int kind : new int[] {Table.RECEIVER, Table.DUPLEX}) {
      for (int descriptor : Strange.noChannels(folder)) {
        ReceivePort receiver = (ReceivePort) arrived(kind, descriptor);
        RawPeer.closeAll(descriptor);
        Reading.MESSAGE.isRefused(receiver, "receiver");
        receiver.release();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Table.SENDER, Table.RECEIVER, Table.DUPLEX})
  void isClosedUnused(int kind, @TempDir Path folder) throws Exception {
    for (int descriptor : Strange.noChannels(folder)) {
      Resource end = arrived(kind, descriptor);
      RawPeer.closeAll(descriptor);
      end.release();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Sockets.SOCK_STREAM, 2 /* SOCK_DGRAM */})
  void ofAnotherTypeIsNeitherWrittenNorShutDown(int type) throws Exception {
    for (int kind : new int[] {Table.SENDER, Table.RECEIVER, Table.DUPLEX}) {
      Sockets.Pair foreign = Sockets.pair(type);
      try {
        Resource end = arrived(kind, foreign.first());
        if (end instanceof SendPort sender) {
          refusedToSend(sender);
        }
        if (end instanceof ReceivePort receiver) {
          assertThat(Sockets.send(foreign.second(), new byte[20], 0, 20)).isEqualTo(20);
          Reading.HEAP.isRefused(receiver, "receiver");
          assertThat(Sockets.queuedBytes(foreign.first())).as("what was for another reader").isEqualTo(20);
        }
        end.release();
        assertThat(Sockets.peekLength(foreign.second())).as("what came out").isEqualTo(-Errno.EAGAIN);
        assertThat(Sockets.send(foreign.second(), new byte[1], 0, 1)).as("the socket still works").isEqualTo(1);
      } finally {
        RawPeer.closeAll(foreign.first(), foreign.second());
      }
    }
  }

  @Test
  void withoutAPeerIsADeadOne() throws Exception {
    int alone = Sockets.open(Sockets.SOCK_SEQPACKET);
    SendPort sender = (SendPort) arrived(Table.SENDER, alone);
    ReceivePort receiver = (ReceivePort) arrived(Table.RECEIVER, alone);
    RawPeer.closeAll(alone);
    assertThatExceptionOfType(DisconnectedException.class)
        .isThrownBy(() -> sender.trySendBytes(MemorySegment.ofArray(new byte[1]), 0, 1));
    Reading.NATIVE.isRefused(receiver, "receiver");
    sender.release();
    receiver.release();
  }

  @Test
  void unusedHearsNoGoodbye() throws Exception {
    Sockets.Pair foreign = Sockets.pair(Sockets.SOCK_STREAM);
    arrived(Table.SENDER, foreign.first()).release();
    assertThat(Sockets.peekLength(foreign.second())).isEqualTo(-Errno.EAGAIN);
    RawPeer.closeAll(foreign.first(), foreign.second());
  }

  @Test
  void thatIsARealOneWorks() throws Exception {
    try (RawPeer far = RawPeer.open()) {
      int near = far.nearEnd();
      SendPort sender = (SendPort) arrived(Table.SENDER, near);
      RawPeer.closeAll(near);
      assertThat(sender.trySendBytes(MemorySegment.ofArray(new byte[] {5}), 0, 1)).isTrue();
      assertThat(far.received()).isEqualTo(Packet.data((byte) 5).bytes());
      sender.release(new CloseReason.Closed(3, ""));
      assertThat(far.received()).isEqualTo(Packet.close(3).flags(Packet.EXCLUSIVE).bytes());
      assertThat(far.received()).as("the end").isEmpty();
    }
  }

  private static void refusedToSend(SendPort sender) {
    for (int i = 0; i < 2; i++) {
      MalformedMessageException refused =
          assertThrows(
              MalformedMessageException.class,
              () -> sender.trySend(new Outgoing(new byte[17], 16, 1, 16, List.of())));
      assertThat(refused.field()).isEqualTo("sender");
      assertThatExceptionOfType(MalformedMessageException.class)
          .isThrownBy(() -> sender.trySendBytes(MemorySegment.ofArray(new byte[1]), 0, 1));
    }
  }

  @AfterEach
  void anotherChannelWorks() throws Exception {
    port.release();
    peer.close();
    OtherChannel.works();
  }
}
