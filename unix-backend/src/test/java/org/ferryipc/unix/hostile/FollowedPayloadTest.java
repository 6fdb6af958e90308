package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ferryipc.core.Limits;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.core.transport.ReceivePort.BytesOutcome;
import org.ferryipc.unix.kernel.Mappings;
import org.ferryipc.unix.kernel.MemoryFiles;
import org.ferryipc.unix.kernel.Sockets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A receiver copies a large payload while its sender writes it. The sender may write what it likes, or stop. */
@Timeout(60)
class FollowedPayloadTest {
  // The first page of a payload file.
  private static final int GENERATION = 0;
  private static final int DONE = 8;
  private static final int LENGTH = 16;
  private static final int PROGRESS = 64;
  private static final int ROOM = 128;

  private static final int SIZE = 300_000;
  private static final long SOME_ROOM = 1 << 20;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment into = arena.allocate(SOME_ROOM);
  private RawPeer peer;
  private ReceivePort port;
  private int file;
  private MemorySegment mapped;
  private long use;

  /** A file that the receiver has seen often enough to keep it. */
  @BeforeEach
  void makeAFileKnown() throws Exception {
    peer = RawPeer.open();
    port = peer.port();
    file = Strange.payloadFile(0, new byte[SIZE], MemoryFiles.SEAL_SHRINK);
    mapped =
        Mappings.map(
            file, 0, Strange.PAYLOAD_AT + SIZE, Mappings.PROT_READ | Mappings.PROT_WRITE, arena);
    for (byte i = 1; i <= 2; i++) {
      begin(SIZE);
      write(i);
      send(SIZE);
      taken(i, SIZE);
    }
    assertThat(word(ROOM)).as("what the next receive can follow").isEqualTo(SOME_ROOM);
  }

  private void begin(long length) {
    use++;
    word(LENGTH, length);
    progress(0);
    word(GENERATION, use);
  }

  private void progress(long bytes) {
    word(PROGRESS, use << 32 | bytes);
  }

  private void write(byte value) {
    mapped.asSlice(Strange.PAYLOAD_AT).fill(value);
    progress(SIZE);
  }

  private void send(long length) {
    peer.send(Packet.inFile(use, length), file);
  }

  private void word(int at, long value) {
    mapped.set(ValueLayout.JAVA_LONG, at, value);
  }

  private long word(int at) {
    return mapped.get(ValueLayout.JAVA_LONG, at);
  }

  private BytesOutcome receive(boolean lent) throws Exception {
    return port.tryReceiveBytes(into, Limits.DEFAULT, lent);
  }

  private void taken(byte value, int length) throws Exception {
    assertThat(receive(true)).isEqualTo(BytesOutcome.TAKEN);
    assertThat(port.lastLength()).isEqualTo(length);
    holds(value, length);
    assertThat(word(DONE)).isEqualTo(use);
  }

  private void holds(byte value, int length) {
    byte[] expected = new byte[length];
    Arrays.fill(expected, value);
    assertThat(into.asSlice(0, length).mismatch(MemorySegment.ofArray(expected))).isEqualTo(-1);
  }

  @Test
  void isNoMessageBeforeItsPacket() throws Exception {
    begin(SIZE);
    write((byte) 3);
    peer.send(Packet.filling());
    assertThat(receive(true)).isEqualTo(BytesOutcome.NOTHING);
    holds((byte) 3, SIZE);
    assertThat(word(DONE)).as("a use whose packet did not come").isEqualTo(use - 1);
    write((byte) 4);
    send(SIZE);
    taken((byte) 4, SIZE);
  }

  @Test
  void isTakenWithItsPacket() throws Exception {
    for (byte i = 3; i < 100; i++) {
      begin(SIZE);
      peer.send(Packet.filling());
      write(i);
      send(SIZE);
      taken(i, SIZE);
    }
  }

  @Test
  void leavesMemoryAloneThatIsNotLent() throws Exception {
    begin(SIZE);
    write((byte) 9);
    peer.send(Packet.filling());
    assertThat(receive(false)).isEqualTo(BytesOutcome.NOTHING);
    holds((byte) 2, SIZE);
  }

  @Test
  void ofAnotherFileIsNotTakenForIt() throws Exception {
    begin(SIZE);
    write((byte) 5);
    peer.send(Packet.filling());
    byte[] other = new byte[SIZE];
    Arrays.fill(other, (byte) 6);
    peer.give(Packet.inFile(use, SIZE), Strange.payloadFile(use, other, Strange.SIZE_SEALS));
    assertThat(receive(true)).isEqualTo(BytesOutcome.TAKEN);
    holds((byte) 6, SIZE);
  }

  @Test
  void ofAnotherUseOrLengthIsNotTakenForIt() throws Exception {
    begin(SIZE);
    write((byte) 5);
    peer.send(Packet.filling());
    send(SIZE - 1);
    taken((byte) 5, SIZE - 1);
    begin(SIZE);
    write((byte) 6);
    peer.send(Packet.filling()).send(Packet.data(new byte[] {7, 7, 7}));
    assertThat(receive(true)).isEqualTo(BytesOutcome.TAKEN);
    assertThat(port.lastLength()).isEqualTo(3);
    holds((byte) 7, 3);
  }

  @Test
  void thatStopsIsGivenUp() throws Exception {
    begin(SIZE);
    progress(SIZE / 2);
    peer.send(Packet.filling());
    assertThat(receive(true)).isEqualTo(BytesOutcome.NOTHING);
    assertThat(word(ROOM)).as("no more for now").isZero();
    write((byte) 8);
    send(SIZE);
    taken((byte) 8, SIZE);
    assertThat(word(ROOM)).isEqualTo(SOME_ROOM);
  }

  @Test
  void thatTricklesIsGivenUp() throws Exception {
    begin(SIZE);
    AtomicBoolean over = new AtomicBoolean();
    Thread trickler =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (long i = 0; !over.get(); i++) {
                    progress(i / 1000 % SIZE);
                  }
                });
    for (int i = 0; i < 100; i++) {
      peer.send(Packet.filling());
      assertThat(receive(true)).isEqualTo(BytesOutcome.NOTHING);
    }
    over.set(true);
    trickler.join();
  }

  @Test
  void whoseWordsAreLiesIsLeftAlone() throws Exception {
    for (long length : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, SIZE + 1, SOME_ROOM + 1, 1L << 32}) {
      begin(length);
      progress(0xFFFF_FFFFL);
      peer.send(Packet.filling());
      assertThat(receive(true)).isEqualTo(BytesOutcome.NOTHING);
    }
    begin(SIZE);
    word(PROGRESS, -1L);
    peer.send(Packet.filling());
    assertThat(receive(true)).isEqualTo(BytesOutcome.NOTHING);
    begin(SIZE);
    progress(0xFFFF_FFFFL);
    peer.send(Packet.filling());
    send(SIZE);
    taken((byte) 2, SIZE);
  }

  @Test
  void thatGrewIsRead() throws Exception {
    int longer = 2 * SIZE;
    MemoryFiles.resize(file, Strange.PAYLOAD_AT + longer);
    MemoryFiles.reserve(file, 0, Strange.PAYLOAD_AT + longer);
    begin(longer);
    peer.send(Packet.filling());
    send(longer);
    assertThat(receive(true)).isEqualTo(BytesOutcome.TAKEN);
    assertThat(port.lastLength()).isEqualTo(longer);
  }

  @Test
  void withoutEndCostsItsOwnChannelOnly() throws Exception {
    for (int i = 0; i < 1000; i++) {
      peer.send(Packet.filling());
      assertThat(receive(true)).isEqualTo(BytesOutcome.NOTHING);
    }
    Sockets.shutdown(peer.socket(), Sockets.SHUT_WR);
    assertThat(receive(true)).isEqualTo(BytesOutcome.END);
  }

  @AfterEach
  void anotherChannelWorks() throws Exception {
    port.release();
    peer.close();
    RawPeer.closeAll(file);
    arena.close();
    OtherChannel.works();
  }
}
