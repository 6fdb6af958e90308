package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.ferryipc.core.CloseReason;
import org.ferryipc.core.transport.SendPort;
import org.ferryipc.unix.kernel.Descriptors;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.socket.SocketPorts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a receiver writes into the files of large payloads costs at most its own messages. */
class FalseReceiverTest {
  private static final long GROUND = RawGround.DATA_AT + (64L << 20);
  private static final int SIZE = 300_000;
  private static final int KIND_AT = 3;

  private final Arena arena = Arena.ofShared();
  private final List<Integer> files = new ArrayList<>();
  private RawPeer peer;
  private SendPort port;

  @BeforeEach
  void connect() throws Exception {
    peer = RawPeer.open();
    port = SocketPorts.sender(peer.nearEnd());
  }

  private boolean send(int value, int length) throws Exception {
    MemorySegment bytes = arena.allocate(length).fill((byte) value);
    return port.trySendBytes(bytes, 0, length);
  }

  /** {@return the kinds of the packets that are queued}; their files are kept open */
  private List<Integer> kinds() {
    List<Integer> kinds = new ArrayList<>();
    try (MessageBlock block = MessageBlock.borrow()) {
      block.payload(arena.allocate(1 << 18));
      while (block.receive(peer.socket()) >= 0) {
        kinds.add((int) block.header().get(ValueLayout.JAVA_BYTE, KIND_AT));
        for (int i = 0; i < block.received(); i++) {
          files.add(block.take(i));
        }
      }
    }
    return kinds;
  }

  // The first large message has a file of its own, and so has no part in this.
  private RawGround groundOfADoneMessage(long room) throws Exception {
    for (int i = 0; i < 2; i++) {
      assertThat(send(1, SIZE)).isTrue();
      assertThat(kinds()).containsExactly(Packet.DATA);
    }
    RawGround ground = RawGround.of(files.getLast(), GROUND, arena);
    ground.known(1);
    ground.done(0, ground.generation(0));
    assertThat(send(1, SIZE)).isTrue(); // by now its pages are in the sender's mapping
    assertThat(kinds()).containsExactly(Packet.DATA);
    ground.room(room);
    markDone(ground);
    return ground;
  }

  private static void markDone(RawGround ground) {
    ground.done(0, ground.generation(0));
  }

  @Test
  void thatWouldFollowIsToldBefore() throws Exception {
    RawGround ground = groundOfADoneMessage(SIZE);
    assertThat(send(2, SIZE)).isTrue();
    assertThat(kinds()).containsExactly(Packet.FILLING, Packet.DATA);
    markDone(ground);
    assertThat(send(3, SIZE + 1)).isTrue();
    assertThat(kinds()).as("there is no room for that").containsExactly(Packet.DATA);
    assertThat(ground.data().get(ValueLayout.JAVA_BYTE, SIZE - 1)).as("the file is used again").isEqualTo((byte) 3);
  }

  @Test
  void whoseQueueWasFullIsToldNothing() throws Exception {
    RawGround unused = groundOfADoneMessage(Long.MAX_VALUE);
    while (send(4, 1)) {}
    assertThat(kinds()).containsOnly(Packet.DATA);
    assertThat(send(2, SIZE)).isTrue();
    assertThat(kinds()).containsExactly(Packet.DATA);
  }

  @Test
  void thatIsToldAndHasNoRoomForTheMessageGetsItLater() throws Exception {
    RawGround ground = groundOfADoneMessage(Long.MAX_VALUE);
    int queued = 0;
    while (send(4, 1)) {
      queued++;
    }
    assertThat(kinds()).hasSize(queued);
    for (int i = 0; i < queued; i++) {
      assertThat(send(4, 1)).isTrue();
    }
    assertThat(send(2, SIZE)).as("there is no room for the hint").isFalse();
    assertThat(kinds()).hasSize(queued).containsOnly(Packet.DATA);
    for (int i = 1; i < queued; i++) {
      assertThat(send(4, 1)).isTrue();
    }
    assertThat(send(2, SIZE)).as("a hint would take the last place").isFalse();
    assertThat(kinds()).hasSize(queued).endsWith(Packet.FILLING);
    assertThat(send(2, SIZE)).isTrue();
    assertThat(kinds()).containsExactly(Packet.DATA);
    assertThat(ground.data().get(ValueLayout.JAVA_BYTE, SIZE - 1)).isEqualTo((byte) 2);
  }

  @Test
  void findsNothingOfALongerMessageBehindAShorterOne() throws Exception {
    RawGround ground = groundOfADoneMessage(SIZE);
    int shorter = SIZE - 10_000;
    assertThat(send(2, shorter)).isTrue();
    assertThat(ground.data().get(ValueLayout.JAVA_BYTE, shorter - 1)).isEqualTo((byte) 2);
    assertThat(ground.data().asSlice(shorter, SIZE - shorter).mismatch(arena.allocate(SIZE - shorter))).isEqualTo(-1);
  }

  @AfterEach
  void anotherChannelWorks() throws Exception {
    arena.close();
    port.release(new CloseReason.Closed(0, ""));
    peer.close();
    files.forEach(Descriptors::discard);
    OtherChannel.works();
  }
}
