package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ferryipc.core.Limits;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.unix.kernel.EventFd;
import org.ferryipc.unix.kernel.Sockets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many descriptors come in a socket of their own, which may hold fewer, more, or nothing, or be no socket. */
class CrateTest {
  private static final int PROMISED = 300;
  private static final byte[] MARK = {0};

  private RawPeer peer;
  private ReceivePort port;
  private int handle;

  @BeforeEach
  void connect() throws Exception {
    open();
    handle = EventFd.create();
  }

  private void open() throws Exception {
    peer = RawPeer.open();
    port = peer.port();
  }

  /** {@return a crate with packets of so many descriptors each, its far end closed} */
  private int crate(int... packets) throws Exception {
    try (RawPeer crate = RawPeer.open()) {
      fill(crate, packets);
      return crate.nearEnd();
    }
  }

  private void fill(RawPeer crate, int... packets) {
    for (int count : packets) {
      int[] copies = new int[count];
      Arrays.fill(copies, handle);
      crate.send(MARK, copies);
    }
  }

  private static Packet promise() {
    Table table = new Table();
    for (int i = 0; i < PROMISED; i++) {
      table.entry(Table.DESCRIPTOR, 1, 0, 0);
    }
    return Packet.handles(table).flags(Packet.TABLE | Packet.IN_CRATE);
  }

  private void refused(Reading reading, int crate) throws Exception {
    peer.give(promise(), crate).send(Packet.data((byte) 1));
    reading.isRefused(port, "crate");
    port.release();
    peer.close();
    open();
  }

  @ParameterizedTest
  @EnumSource
  void withWhatWasPromisedIsEmptied(Reading reading) throws Exception {
    List<int[]> fillings = new ArrayList<>(List.of(new int[] {253, 47}, new int[] {47, 253}, new int[] {100, 100, 100}));
    int[] oneByOne = new int[PROMISED];
    Arrays.fill(oneByOne, 1);
    fillings.add(oneByOne);
    for (int[] filling : fillings) {
      peer.give(promise(), crate(filling));
      assertThat(reading.take(port, Limits.DEFAULT)).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void withTooFewOrTooManyIsRefused(Reading reading) throws Exception {
    refused(reading, crate());
    refused(reading, crate(1));
    refused(reading, crate(253, 46));
    refused(reading, crate(253, 48));
    refused(reading, crate(253, 253));
    refused(reading, crate(253, 47, 1));
    refused(reading, crate(253, 47, 0));
    refused(reading, crate(0, 253, 47));
    refused(reading, crate(253, 0, 47));
  }

  @ParameterizedTest
  @EnumSource
  void thatIsNeverFilledIsNotWaitedFor(Reading reading) throws Exception {
    try (RawPeer filler = RawPeer.open()) {
      fill(filler, 253);
      refused(reading, filler.nearEnd());
    }
  }

  @ParameterizedTest
  @EnumSource
  void thatIsFullAndStillOpenIsEmptied(Reading reading) throws Exception {
    try (RawPeer filler = RawPeer.open()) {
      fill(filler, 253, 47);
      peer.give(promise(), filler.nearEnd());
      assertThat(reading.take(port, Limits.DEFAULT)).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void withDescriptorsInEmptyPacketsIsRefused(Reading reading) throws Exception {
    try (RawPeer crate = RawPeer.open()) {
      fill(crate, 253);
      int[] rest = new int[47];
      Arrays.fill(rest, handle);
      crate.send(new byte[0], rest);
      refused(reading, crate.nearEnd());
    }
  }

  @ParameterizedTest
  @EnumSource
  void thatIsNoSocketIsRefused(Reading reading, @TempDir Path folder) throws Exception {
    for (int other : Strange.noChannels(folder)) {
      refused(reading, other);
    }
    refused(reading, Sockets.open(Sockets.SOCK_SEQPACKET));
  }

  @ParameterizedTest
  @EnumSource
  void thatIsASocketOfAnotherTypeIsRefused(Reading reading) throws Exception {
    Sockets.Pair stream = Sockets.pair(Sockets.SOCK_STREAM);
    assertThat(Sockets.send(stream.second(), new byte[1], 0, 1)).isEqualTo(1);
    peer.send(promise(), stream.first());
    reading.isRefused(port, "crate");
    assertThat(Sockets.queuedBytes(stream.first())).as("what was for another reader").isEqualTo(1);
    RawPeer.closeAll(stream.first(), stream.second());
  }

  @ParameterizedTest
  @EnumSource
  void overTheLimitOfHandlesStaysClosed(Reading reading) throws Exception {
    peer.give(promise(), crate(253, 47)).send(Packet.data((byte) 1));
    assertThatExceptionOfType(LimitExceededException.class)
        .isThrownBy(() -> reading.take(port, Limits.DEFAULT.withHandles(PROMISED - 1)))
        .satisfies(e -> assertThat(e.asked()).isEqualTo(PROMISED));
    assertThat(reading.take(port, Limits.DEFAULT)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void withALargePayloadBesideItWorks(Reading reading) throws Exception {
    byte[] table = new byte[PROMISED * 16 + 4];
    byte[] whole = promise().bytes();
    System.arraycopy(whole, Packet.HEADER, table, 0, table.length);
    int file = Strange.payloadFile(5, table, Strange.SIZE_SEALS);
    peer.give(
        Packet.inFile(5, table.length)
            .flags(Packet.TABLE | Packet.IN_CRATE | Packet.IN_FILE)
            .descriptors(PROMISED),
        crate(253, 47),
        file);
    assertThat(reading.take(port, Limits.DEFAULT)).isZero();
  }

  @AfterEach
  void anotherChannelWorks() throws Exception {
    port.release();
    peer.close();
    RawPeer.closeAll(handle);
    OtherChannel.works();
  }
}
