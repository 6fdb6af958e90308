package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ferryipc.core.Limits;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.unix.kernel.FileCalls;
import org.ferryipc.unix.kernel.HugePages;
import org.ferryipc.unix.kernel.MemoryFiles;
import org.ferryipc.unix.kernel.Sockets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Large payloads lie in a file of the peer's, which may be anything, of any length, and change at any moment. */
class PayloadFileTest {
  private static final long GENERATION = 77;
  private static final int LENGTH = 300_000;
  private static final long CLAIMED = 64 << 20;

  private RawPeer peer;
  private ReceivePort port;

  @BeforeEach
  void connect() throws Exception {
    open();
  }

  private void open() throws Exception {
    peer = RawPeer.open();
    port = peer.port();
  }

  private static int file(int seals) throws Exception {
    return Strange.payloadFile(GENERATION, new byte[LENGTH], seals);
  }

  /** Sends the file as a payload of {@code length} bytes; it must be refused before memory is allocated for it. */
  private void refused(Reading reading, int file, long length, String field) throws Exception {
    peer.give(Packet.inFile(GENERATION, length), file);
    reading.isRefused(port, field);
    port.release();
    peer.close();
    open();
  }

  @ParameterizedTest
  @EnumSource
  void thatIsRightIsReadAndMarked(Reading reading) throws Exception {
    int file = file(Strange.SIZE_SEALS);
    peer.send(Packet.inFile(GENERATION, LENGTH), file).send(Packet.data((byte) 1));
    assertThat(reading.take(port, Limits.DEFAULT)).isEqualTo(LENGTH);
    assertThat(doneMark(file)).isEqualTo(GENERATION);
    assertThat(reading.take(port, Limits.DEFAULT)).isEqualTo(1);
    RawPeer.closeAll(file);
  }

  @ParameterizedTest
  @EnumSource
  void thatCanShrinkIsRefused(Reading reading) throws Exception {
    refused(reading, file(0), LENGTH, "memory file");
    refused(reading, file(MemoryFiles.SEAL_GROW | MemoryFiles.SEAL_SEAL), LENGTH, "memory file");
  }

  @ParameterizedTest
  @EnumSource
  void thatIsShorterThanClaimedIsRefused(Reading reading) throws Exception {
    refused(reading, file(Strange.SIZE_SEALS), LENGTH + 1, "memory file");
    refused(reading, file(Strange.SIZE_SEALS), 0xFFFF_FFFFL, "memory file");
    refused(reading, Strange.sparseFile(0, Strange.SIZE_SEALS), 1, "memory file");
  }

  @ParameterizedTest
  @EnumSource
  void thatHasNoMemoryBehindItIsRefused(Reading reading) throws Exception {
    refused(reading, Strange.sparseFile(CLAIMED + Strange.PAYLOAD_AT, Strange.SIZE_SEALS), CLAIMED, "memory file");
  }

  @ParameterizedTest
  @EnumSource
  void thatIsNoMemoryIsRefusedUnread(Reading reading, @TempDir Path folder) throws Exception {
    List<Integer> others = Strange.noChannels(folder);
    RawPeer.closeAll(others.remove(4)); // the sealed memory among them, tried above
    others.add(Sockets.open(Sockets.SOCK_SEQPACKET));
    others.add(FileCalls.open(Path.of("/dev/zero"), FileCalls.O_RDWR, 0));
    others.add(FileCalls.open(folder, FileCalls.O_RDONLY | FileCalls.O_DIRECTORY, 0));
    others.add(FileCalls.open(folder, FileCalls.O_PATH, 0));
    for (int other : others) {
      refused(reading, other, 1, "memory file");
    }
  }

  @ParameterizedTest
  @EnumSource
  void ofHugePagesIsRefused(Reading reading) throws Exception {
    OptionalInt file = HugePages.file();
    assumeTrue(file.isPresent(), "this kernel has no huge pages");
    peer.give(Packet.inFile(GENERATION, 1), file.getAsInt());
    assertThatExceptionOfType(MalformedMessageException.class)
        .isThrownBy(() -> reading.take(port, Limits.DEFAULT))
        .withMessageContaining("not ordinary memory");
  }

  @ParameterizedTest
  @EnumSource
  void thatWasUsedAgainIsRefused(Reading reading) throws Exception {
    int file = Strange.payloadFile(GENERATION + 1, new byte[LENGTH], Strange.SIZE_SEALS);
    refused(reading, file, LENGTH, "payload file");
  }

  @ParameterizedTest
  @EnumSource
  void overALimitCostsItsMessageOnly(Reading reading) throws Exception {
    int file = file(Strange.SIZE_SEALS);
    peer.send(Packet.inFile(GENERATION, LENGTH), file).send(Packet.data((byte) 1));
    assertThatExceptionOfType(LimitExceededException.class)
        .isThrownBy(() -> reading.take(port, Limits.DEFAULT.withMessageBytes(LENGTH - 1)))
        .satisfies(e -> assertThat(e.asked()).isEqualTo(LENGTH));
    assertThat(doneMark(file)).as("the sender may use its file again").isEqualTo(GENERATION);
    assertThat(reading.take(port, Limits.DEFAULT)).isEqualTo(1);
    RawPeer.closeAll(file);
  }

  @ParameterizedTest
  @EnumSource
  void thatMayNotBeMarkedIsReadAllTheSame(Reading reading) throws Exception {
    peer.give(Packet.inFile(GENERATION, LENGTH), file(Strange.SIZE_SEALS | MemoryFiles.SEAL_WRITE));
    assertThat(reading.take(port, Limits.DEFAULT)).isEqualTo(LENGTH);
  }

  @ParameterizedTest
  @EnumSource
  void ofAMessageThatIsNoMessageIsMarkedToo(Reading reading) throws Exception {
    int file = file(Strange.SIZE_SEALS);
    // The last four bytes are 0: a table without entries, where the header says there is one descriptor.
    peer.send(Packet.inFile(GENERATION, LENGTH).flags(Packet.IN_FILE | Packet.TABLE).descriptors(1), file, file);
    reading.isRefused(port, "descriptors");
    assertThat(doneMark(file)).isEqualTo(GENERATION);
    RawPeer.closeAll(file);
  }

  @Test
  void thatChangesUnderTheReaderGivesAMessageOrAProtocolErrorAndNothingElse() throws Exception {
    int rounds = 300;
    int file = file(Strange.SIZE_SEALS);
    AtomicBoolean over = new AtomicBoolean();
    Thread scribbler = Thread.ofPlatform().start(() -> scribble(file, over));
    int refused = 0;
    for (int round = 0; round < rounds; round++) {
      Reading reading = Reading.values()[round % Reading.values().length];
      peer.send(Packet.inFile(GENERATION, LENGTH), file);
      try {
        assertThat(reading.take(port, Limits.DEFAULT)).isEqualTo(LENGTH);
      } catch (MalformedMessageException e) {
        assertThat(e.field()).isEqualTo("payload file");
        refused++;
        port.release();
        peer.close();
        open();
      }
    }
    over.set(true);
    scribbler.join();
    assertThat(refused).as("messages whose file was used again meanwhile").isPositive();
    RawPeer.closeAll(file);
  }

  private static void scribble(int file, AtomicBoolean over) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment word = arena.allocate(ValueLayout.JAVA_LONG);
      for (long i = 0; !over.get(); i++) {
        word.set(ValueLayout.JAVA_LONG, 0, i % 2 == 0 ? GENERATION : i);
        long first = FileCalls.pwrite(file, word, 0);
        long inside = FileCalls.pwrite(file, word, Strange.PAYLOAD_AT + i % LENGTH);
        assertThat(first + inside).isEqualTo(2 * Long.BYTES);
      }
    }
  }

  private static long doneMark(int file) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment word = arena.allocate(ValueLayout.JAVA_LONG);
      assertThat(FileCalls.pread(file, word, Long.BYTES)).isEqualTo(Long.BYTES);
      return word.get(ValueLayout.JAVA_LONG, 0);
    }
  }

  @AfterEach
  void anotherChannelWorks() throws Exception {
    port.release();
    peer.close();
    OtherChannel.works();
  }
}
