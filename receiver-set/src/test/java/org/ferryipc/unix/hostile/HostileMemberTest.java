package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.ChannelOptions;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.HandleState;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.IpcReceiver;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.failure.SerializationException;
import org.ferryipc.core.transport.EndAccess;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.receiverset.BytesRegistration;
import org.ferryipc.receiverset.OpaqueRegistration;
import org.ferryipc.receiverset.ReceiverSet;
import org.ferryipc.receiverset.Registration;
import org.ferryipc.receiverset.Selection;
import org.ferryipc.unix.kernel.Sockets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A member whose peer breaks the rules ends alone; the others of its set do not notice. */
class HostileMemberTest {
  private static final byte[] FOUR = {1, 2, 3, 4};

  static List<byte[]> wrongPackets() {
    List<byte[]> all = new ArrayList<>();
    all.add(new byte[0]);
    all.add(new byte[] {1});
    all.add(Packet.data(FOUR).magic(0x1234).bytes());
    all.add(Packet.data(FOUR).version(9).bytes());
    all.add(Packet.ofKind(77, FOUR).bytes());
    all.add(Packet.data(FOUR).flags(0x8000).bytes());
    all.add(Packet.data(FOUR).length(5).bytes());
    all.add(Packet.data(FOUR).descriptors(3).bytes());
    all.add(Packet.inFile(1, 100).bytes());
    all.add(Packet.data((byte) 0, (byte) 0).flags(Packet.TABLE).bytes());
    all.add(Packet.close(1, new byte[1025]).bytes());
    return all;
  }

  private static List<Selection> all(ReceiverSet set) throws Exception {
    List<Selection> all = new ArrayList<>();
    List<Selection> batch;
    do {
      batch = set.selectNow();
      all.addAll(batch);
    } while (!batch.isEmpty());
    return all;
  }

  @ParameterizedTest
  @MethodSource("wrongPackets")
  void aPacketThatIsNoMessageEndsItsMemberOnceAndNobodyElse(byte[] wrong) throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        RawPeer peer = RawPeer.open();
        IpcChannel<String> good = Ferry.channel(String.class)) {
      Registration<String> bad = set.add(peer.receiver(String.class));
      Registration<String> other = set.add(good.receiver());
      peer.send(wrong).send(Packet.data(FOUR)).send(wrong);
      good.sender().send("unharmed");
      List<Selection> found = all(set);
      List<Selection> ofBad = found.stream().filter(s -> s.from() == bad).toList();
      assertThat(ofBad).hasSize(2);
      assertThat(ofBad.get(0))
          .isInstanceOfSatisfying(
              Selection.Failed.class,
              f ->
                  assertThat(f.error())
                      .isInstanceOf(MalformedMessageException.class)
                      .hasMessageStartingWith("IpcReceiver<String>: "));
      assertThat(ofBad.get(1))
          .isInstanceOfSatisfying(
              Selection.Closed.class, c -> assertThat(c.reason()).isInstanceOf(CloseReason.ProtocolError.class));
      assertThat(found.stream().filter(s -> s.from() == other)).hasSize(1);
      assertThat(set.size()).isEqualTo(1);
      good.sender().send("still");
      assertThat(set.select()).hasSize(1);
    }
  }

  @Test
  void garbageInARightPacketCostsItsMessageOnly() throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        RawPeer peer = RawPeer.open()) {
      Registration<String> member = set.add(peer.receiver(String.class));
      int[] gifts = Strange.plain(2);
      peer.give(Packet.handles(new Table().entry(Table.DESCRIPTOR, 1, 0, 0).entry(Table.DESCRIPTOR, 1, 0, 0)), gifts);
      peer.send(Packet.data(FOUR));
      int messages = 0;
      int failures = 0;
      while (failures < 2) {
        for (Selection selection : set.select()) {
          switch (selection) {
            case Selection.Message m -> {
              assertThat(m.as(member)).isNull();
              messages++;
            }
            case Selection.Failed(var from, var error) -> {
              assertThat(error).isInstanceOf(SerializationException.class);
              failures++;
            }
            case Selection.Closed c -> throw new AssertionError(c);
          }
        }
      }
      assertThat(messages).isEqualTo(2);
      assertThat(member.isMember()).isTrue();
      assertThat(set.selectNow()).isEmpty();
    }
  }

  @Test
  void aMessageOverALimitIsLostAloneAndItsHandlesClose() throws Exception {
    ChannelOptions small = ChannelOptions.defaults().withLimits(Limits.DEFAULT.withMessageBytes(1000).withHandles(1));
    try (ReceiverSet set = new ReceiverSet();
        RawPeer peer = RawPeer.open()) {
      OpaqueRegistration member = set.add(peer.receiver(String.class, small).opaque());
      peer.send(Packet.data(new byte[1001]));
      int[] gifts = Strange.plain(2);
      peer.give(Packet.handles(new Table().entry(Table.DESCRIPTOR, 1, 0, 0).entry(Table.DESCRIPTOR, 1, 0, 0)), gifts);
      peer.send(Packet.data(FOUR));
      List<Selection> found = all(set);
      assertThat(found).hasSize(3);
      for (Selection lost : found.subList(0, 2)) {
        assertThat(((Selection.Failed) lost).error()).isInstanceOf(LimitExceededException.class);
      }
      assertThat(((Selection.Message) found.get(2)).as(member).bytes().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(FOUR);
    }
  }

  @Test
  void whatIsNoChannelIsNotAddedAndNeverWatched(@TempDir Path folder) throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        RawPeer peer = RawPeer.open()) {
      ReceivePort way = peer.port();
      for (int kind : new int[] {Table.RECEIVER, Table.DUPLEX}) {
        for (int descriptor : Strange.noChannels(folder)) {
          peer.send(Packet.handles(new Table().entry(kind, 1, 0, 0)), descriptor);
          RawPeer.closeAll(descriptor);
          ReceivePort strange = (ReceivePort) ((Incoming) way.tryReceive(Limits.DEFAULT)).resources().getFirst();
          IpcReceiver<String> receiver =
              EndAccess.get().receiver(strange, MessageType.of(String.class), ChannelOptions.defaults());
          assertThatExceptionOfType(MalformedMessageException.class).isThrownBy(() -> set.add(receiver));
          assertThat(receiver.state()).isEqualTo(HandleState.Open.INSTANCE);
          receiver.close();
        }
      }
      assertThat(set.size()).isZero();
      assertThat(set.selectNow()).isEmpty();
      way.release();
    }
  }

  @Test
  void aSocketThatIsNotConnectedEndsAtOnce() throws Exception {
    try (ReceiverSet set = new ReceiverSet();
        RawPeer peer = RawPeer.open()) {
      ReceivePort way = peer.port();
      int lonely = Sockets.open(Sockets.SOCK_SEQPACKET);
      peer.give(Packet.handles(new Table().entry(Table.RECEIVER, 1, 0, 0)), lonely);
      ReceivePort strange = (ReceivePort) ((Incoming) way.tryReceive(Limits.DEFAULT)).resources().getFirst();
      Registration<String> unused =
          set.add(EndAccess.get().receiver(strange, MessageType.of(String.class), ChannelOptions.defaults()));
      assertThat(all(set)).last().isInstanceOf(Selection.Closed.class);
      assertThat(set.size()).isZero();
      way.release();
    }
  }

  /** Its message lies in a file beside the socket, where no poller sees it. */
  @Test
  void aMessageThatCameWithItsReceiverIsSelected() throws Exception {
    record Way(BytesReceiver receiver) {}

    try (ReceiverSet set = new ReceiverSet();
        BytesChannel channel = Ferry.bytes();
        IpcChannel<Way> way = Ferry.channel(Way.class);
        Arena arena = Arena.ofConfined()) {
      channel.sender().send(MemorySegment.ofArray(FOUR));
      assertThatExceptionOfType(LimitExceededException.class)
          .isThrownBy(() -> channel.receiver().tryReceive(arena.allocate(1)));
      way.sender().send(new Way(channel.receiver()));
      BytesReceiver moved = way.receiver().receive().receiver();
      BytesRegistration member = set.add(moved);
      assertThat(((Selection.Message) set.select().getFirst()).as(member)).isEqualTo(FOUR);
      assertThat(set.selectNow()).isEmpty();
      channel.sender().send(MemorySegment.ofArray(new byte[] {5}));
      assertThat(((Selection.Message) set.select().getFirst()).as(member)).containsExactly(5);
    }
  }
}
