package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import org.ferryipc.core.BytesChannel;
import org.ferryipc.core.BytesReceiver;
import org.ferryipc.core.Ferry;
import org.ferryipc.core.IpcChannel;
import org.ferryipc.core.Limits;
import org.ferryipc.core.MessageType;
import org.ferryipc.core.failure.DisconnectedException;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.core.transport.Resource;
import org.ferryipc.unix.kernel.EventFd;
import org.ferryipc.unix.kernel.MemoryFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A receiver may bring the file of a message that was taken and not read. The file, its length and its place are a peer's word. */
class BacklogTest {
  private static final byte[] MESSAGE = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

  private RawPeer peer;
  private ReceivePort port;
  private RawPeer sender;
  private int receiversNumber;

  @BeforeEach
  void connect() throws Exception {
    peer = RawPeer.open();
    port = peer.port();
    sender = RawPeer.open();
    receiversNumber = sender.nearEnd();
  }

  private ReceivePort arrived(int file, long length) throws Exception {
    peer.give(Packet.handles(new Table().entry(Table.RECEIVER, 2, Table.BACKLOG, length)), receiversNumber, file);
    receiversNumber = -1;
    return (ReceivePort) ((Incoming) port.tryReceive(Limits.DEFAULT)).resources().getFirst();
  }

  private static int file() throws Exception {
    return Strange.payloadFile(0, MESSAGE, Strange.SIZE_SEALS);
  }

  @ParameterizedTest
  @EnumSource
  void isReadBeforeTheQueue(Reading reading) throws Exception {
    sender.send(Packet.data((byte) 1));
    ReceivePort receiver = arrived(file(), MESSAGE.length);
    assertThat(reading.take(receiver, Limits.DEFAULT)).isEqualTo(MESSAGE.length);
    assertThat(reading.take(receiver, Limits.DEFAULT)).isEqualTo(1);
    assertThat(reading.take(receiver, Limits.DEFAULT)).isEqualTo(Reading.NOTHING);
    receiver.release();
  }

  @ParameterizedTest
  @EnumSource
  void thatIsNoSealedMemoryIsRefusedWhenItIsAskedFor(Reading reading) throws Exception {
    refused(reading, Strange.payloadFile(0, MESSAGE, 0), MESSAGE.length, "memory file");
    refused(reading, Strange.payloadFile(0, MESSAGE, MemoryFiles.SEAL_GROW), MESSAGE.length, "memory file");
    refused(reading, Strange.sparseFile(1 << 20, Strange.SIZE_SEALS), 1 << 19, "memory file");
    refused(reading, EventFd.create(), MESSAGE.length, "memory file");
    refused(reading, Strange.terminal(), MESSAGE.length, "memory file");
    refused(reading, Strange.file(), MESSAGE.length, "memory file");
  }

  @ParameterizedTest
  @EnumSource
  void ofAWrongLengthIsRefusedWhenItIsAskedFor(Reading reading) throws Exception {
    refused(reading, file(), MESSAGE.length + 1, "memory file");
    refused(reading, file(), -1, "backlog length");
    refused(reading, file(), Long.MIN_VALUE, "backlog length");
  }

  @ParameterizedTest
  @EnumSource
  void ofAnotherGenerationIsRefused(Reading reading) throws Exception {
    refused(reading, Strange.payloadFile(1, MESSAGE, Strange.SIZE_SEALS), MESSAGE.length, "payload file");
  }

  private void refused(Reading reading, int file, long length, String field) throws Exception {
    if (receiversNumber < 0) {
      sender.close();
      sender = RawPeer.open();
      receiversNumber = sender.nearEnd();
    }
    sender.send(Packet.data((byte) 1));
    ReceivePort receiver = arrived(file, length);
    reading.isRefused(receiver, field);
    receiver.release();
    assertThat(sender.trySend(Packet.data().bytes())).as("the sender hears of it").isNegative();
  }

  @ParameterizedTest
  @EnumSource
  void overALimitCostsItselfAndNothingBehindIt(Reading reading) throws Exception {
    sender.send(Packet.data((byte) 1));
    ReceivePort receiver = arrived(file(), MESSAGE.length);
    assertThatExceptionOfType(LimitExceededException.class)
        .isThrownBy(() -> reading.take(receiver, Limits.DEFAULT.withMessageBytes(MESSAGE.length - 1)));
    assertThat(reading.take(receiver, Limits.DEFAULT)).isEqualTo(1);
    receiver.release();
  }

  @Test
  void neverReadIsClosed() throws Exception {
    arrived(file(), MESSAGE.length).release();
  }

  @Test
  void inOneFileForAHundredReceiversTakesNoMemoryBeforeItIsAskedFor() throws Exception {
    int size = 8 << 20;
    int file = Strange.payloadFile(0, new byte[size], Strange.SIZE_SEALS);
    Table table = new Table();
    int[] descriptors = new int[200];
    for (int i = 0; i < descriptors.length; i += 2) {
      table.entry(Table.RECEIVER, 2, Table.BACKLOG, size);
      descriptors[i] = receiversNumber;
      descriptors[i + 1] = file;
    }
    peer.send(Packet.handles(table), descriptors);
    RawPeer.closeAll(file, receiversNumber);
    receiversNumber = -1;
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    List<Resource> receivers = ((Incoming) port.tryReceive(Limits.DEFAULT)).resources();
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(size);
    assertThat(Reading.NATIVE.take((ReceivePort) receivers.getFirst(), Limits.DEFAULT)).isEqualTo(size);
    Reading.releaseAll(receivers);
  }

  @Test
  void goesWithItsReceiverFromHandToHandUnread() throws Exception {
    MessageType<BytesReceiver> type = MessageType.of(BytesReceiver.class);
    BytesChannel bytes = Ferry.bytes();
    try (IpcChannel<BytesReceiver> carrier = Ferry.channel(type)) {
      byte[] large = new byte[300_000];
      Arrays.fill(large, (byte) 7);
      bytes.sender().send(MemorySegment.ofArray(large));
      bytes.sender().send(MemorySegment.ofArray(MESSAGE));
      assertThatExceptionOfType(LimitExceededException.class)
          .isThrownBy(() -> bytes.receiver().receive(MemorySegment.ofArray(MESSAGE)))
          .satisfies(e -> assertThat(e.asked()).isEqualTo(large.length));
      BytesReceiver travelling = bytes.receiver();
      for (int hands = 0; hands < 3; hands++) {
        carrier.sender().send(travelling);
        travelling = carrier.receiver().receive();
      }
      assertThat(travelling.receive()).isEqualTo(large);
      assertThat(travelling.receive()).isEqualTo(MESSAGE);
      travelling.close();
    }
    bytes.sender().close();
  }

  @Test
  void staysWhereItWasWhenTheMessageThatCarriesItIsNotSent() throws Exception {
    BytesChannel bytes = Ferry.bytes();
    try (IpcChannel<BytesReceiver> carrier = Ferry.channel(MessageType.of(BytesReceiver.class))) {
      bytes.sender().send(MemorySegment.ofArray(MESSAGE));
      assertThatExceptionOfType(LimitExceededException.class)
          .isThrownBy(() -> bytes.receiver().receive(MemorySegment.ofArray(new byte[1])));
      carrier.sender().send(bytes.receiver());
      BytesReceiver arrived = carrier.receiver().receive();
      carrier.receiver().close();
      for (int i = 0; i < 3; i++) {
        assertThatExceptionOfType(DisconnectedException.class)
            .isThrownBy(() -> carrier.sender().send(arrived));
      }

      assertThat(arrived.receive()).isEqualTo(MESSAGE);
      arrived.close();
    }
    bytes.sender().close();
  }

  @AfterEach
  void anotherChannelWorks() throws Exception {
    port.release();
    peer.close();
    sender.close();
    if (receiversNumber >= 0) {
      RawPeer.closeAll(receiversNumber);
    }
    OtherChannel.works();
  }
}
