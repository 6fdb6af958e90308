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
import org.ferryipc.unix.kernel.Mappings;
import org.ferryipc.unix.kernel.MessageBlock;
import org.ferryipc.unix.socket.SocketPorts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a receiver writes into the files of large payloads costs at most its own messages. */
class FalseReceiverTest {
  private static final int GENERATION = 0;
  private static final int DONE = 8;
  private static final int ROOM = 128;
  private static final int PAGE = 4096;
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

  private MemorySegment map(int file) throws Exception {
    return Mappings.map(file, 0, PAGE + SIZE, Mappings.PROT_READ | Mappings.PROT_WRITE, arena);
  }

  private MemorySegment fileThatIsDone(long room) throws Exception {
    assertThat(send(1, SIZE)).isTrue();
    assertThat(kinds()).containsExactly(Packet.DATA);
    MemorySegment file = map(files.getLast());
    file.set(ValueLayout.JAVA_LONG, ROOM, room);
    markDone(file);
    return file;
  }

  private static void markDone(MemorySegment file) {
    file.set(ValueLayout.JAVA_LONG, DONE, file.get(ValueLayout.JAVA_LONG, GENERATION));
  }

  @Test
  void thatWouldFollowIsToldBefore() throws Exception {
    MemorySegment file = fileThatIsDone(SIZE);
    assertThat(send(2, SIZE)).isTrue();
    assertThat(kinds()).containsExactly(Packet.FILLING, Packet.DATA);
    markDone(file);
    assertThat(send(3, SIZE + 1)).isTrue();
    assertThat(kinds()).as("there is no room for that").containsExactly(Packet.DATA);
    assertThat(file.get(ValueLayout.JAVA_BYTE, PAGE + SIZE - 1)).as("the file is used again").isEqualTo((byte) 3);
  }

  @Test
  void whoseQueueWasFullIsToldNothing() throws Exception {
    MemorySegment unused = fileThatIsDone(Long.MAX_VALUE);
    while (send(4, 1)) {}
    assertThat(kinds()).containsOnly(Packet.DATA);
    assertThat(send(2, SIZE)).isTrue();
    assertThat(kinds()).containsExactly(Packet.DATA);
  }

  @Test
  void thatIsToldAndHasNoRoomForTheMessageGetsItLater() throws Exception {
    MemorySegment unused = fileThatIsDone(Long.MAX_VALUE);
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
    assertThat(map(files.getLast()).get(ValueLayout.JAVA_BYTE, PAGE + SIZE - 1)).isEqualTo((byte) 2);
  }

  @Test
  void findsNothingOfALongerMessageBehindAShorterOne() throws Exception {
    MemorySegment file = fileThatIsDone(SIZE);
    int shorter = SIZE - 10_000;
    assertThat(send(2, shorter)).isTrue();
    assertThat(file.get(ValueLayout.JAVA_BYTE, PAGE + shorter - 1)).isEqualTo((byte) 2);
    assertThat(file.asSlice(PAGE + shorter).mismatch(arena.allocate(SIZE - shorter))).isEqualTo(-1);
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
