package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ferryipc.core.Limits;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.core.transport.ReceivePort.BytesOutcome;
import org.ferryipc.unix.kernel.MemoryFiles;
import org.ferryipc.unix.kernel.Sockets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A receiver copies a large payload while its sender writes it. The sender may write what it likes, or stop. */
@Timeout(60)
class FollowedPayloadTest {
  private static final int SIZE = 300_000;
  private static final long SOME_ROOM = 1 << 20;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment into = arena.allocate(SOME_ROOM);
  private RawPeer peer;
  private ReceivePort port;
  private RawGround ground;
  private long use;

  /** A file that the receiver has seen often enough to keep it. */
  @BeforeEach
  void makeAFileKnown() throws Exception {
    peer = RawPeer.open();
    port = peer.port();
    ground = RawGround.make(SOME_ROOM, MemoryFiles.SEAL_SHRINK, arena);
    for (byte i = 1; i <= 2; i++) {
      begin(SIZE);
      write(i);
      if (i == 1) {
        peer.send(Packet.inRegion(RawGround.ID, use, 0, SIZE).withFile(), ground.file());
      } else {
        send(SIZE);
      }
      taken(i, SIZE);
    }
    assertThat(ground.known()).as("the file need not come again").isEqualTo(1);
    assertThat(ground.room()).as("what the next receive can follow").isEqualTo(SOME_ROOM);
  }

  private void begin(long length) {
    use++;
    ground.length(0, length);
    progress(0);
    ground.generation(0, use);
    ground.filling(0);
  }

  private void progress(long bytes) {
    ground.progress(0, use << 32 | bytes);
  }

  private void write(byte value) {
    ground.data().asSlice(0, SIZE).fill(value);
    progress(SIZE);
  }

  private void send(long length) {
    peer.send(Packet.inRegion(RawGround.ID, use, 0, length));
  }

  private BytesOutcome receive(boolean lent) throws Exception {
    return port.tryReceiveBytes(into, Limits.DEFAULT, lent);
  }

  private void taken(byte value, int length) throws Exception {
    assertThat(receive(true)).isEqualTo(BytesOutcome.TAKEN);
    assertThat(port.lastLength()).isEqualTo(length);
    holds(value, length);
    assertThat(ground.done(0)).isEqualTo(use);
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
    assertThat(ground.done(0)).as("a use whose packet did not come").isEqualTo(use - 1);
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
    assertThat(ground.room()).as("no more for now").isZero();
    write((byte) 8);
    send(SIZE);
    taken((byte) 8, SIZE);
    assertThat(ground.room()).isEqualTo(SOME_ROOM);
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
    ground.progress(0, -1L);
    peer.send(Packet.filling());
    assertThat(receive(true)).isEqualTo(BytesOutcome.NOTHING);
    begin(SIZE);
    progress(0xFFFF_FFFFL);
    peer.send(Packet.filling());
    send(SIZE);
    taken((byte) 2, SIZE);
  }

  @Test
  void ofASlotThatThereIsNotIsLeftAlone() throws Exception {
    for (long slot : new long[] {-1, 2048, Long.MIN_VALUE, Long.MAX_VALUE, 7}) {
      begin(SIZE);
      ground.filling(slot);
      peer.send(Packet.filling());
      assertThat(receive(true)).isEqualTo(BytesOutcome.NOTHING);
    }
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
    RawPeer.closeAll(ground.file());
    arena.close();
    OtherChannel.works();
  }
}
