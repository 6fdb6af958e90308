package org.ferryipc.unix.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.ferryipc.core.failure.MalformedMessageException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Both sides over memory as it is shipped. */
class LaneInMemoryTest {
  private static final int RING = SendingLane.LEAST_RING;
  private static final int MOST = RING / 4;
  private static final int[] LENGTHS = {0, 1, 7, 8, 9, 63, 64, 65, MOST - 1, MOST};

  private long before;
  private TwoSides sides;

  @BeforeEach
  void open() throws Exception {
    before = LaneBudget.PROCESS.bytes();
    sides = new TwoSides(RING);
  }

  @AfterEach
  void close() {
    sides.close();
    assertThat(LaneBudget.PROCESS.bytes()).as("mapped by lanes").isEqualTo(before);
  }

  private static byte[] message(int length, int seed) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (31 * i + seed);
    }
    return bytes;
  }

  @Test
  void everyLengthPassesTheRingsEndAtEveryPlace() throws Exception {
    byte[] padding = new byte[0]; // 8 bytes in the ring
    for (int length : LENGTHS) {
      for (int place = 0; place < RING / 8; place++) {
        byte[] message = message(length, place);
        sides.put(message);
        assertThat(sides.take()).isEqualTo(message);
        if (LaneWords.recordBytes(length) % RING == 0 || length % 16 == 8) {
          sides.put(padding); // or the places would be visited in steps that never come by each
          assertThat(sides.take()).isEmpty();
        }
      }
    }
  }

  @Test
  void segmentsAreCopiedFromAndToAnyPlace() throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment from = arena.allocate(MOST + 16);
      MemorySegment into = arena.allocate(MOST + 16);
      for (int round = 0; round < RING; round++) {
        byte[] message = message(1 + round % MOST, round);
        MemorySegment.copy(message, 0, from, ValueLayout.JAVA_BYTE, 5, message.length);
        assertThat(sides.sending.put(from, 5, message.length)).isEqualTo(Put.PUT);
        assertThat(sides.receiving.look(false)).isEqualTo(Look.RECORD);
        assertThat(sides.receiving.length()).isEqualTo(message.length);
        sides.receiving.copy(into, 3);
        sides.receiving.taken();
        assertThat(into.asSlice(3, message.length).toArray(ValueLayout.JAVA_BYTE)).isEqualTo(message);
      }
    }
  }

  @Test
  void aLongerMessageIsNotForTheLane() throws Exception {
    assertThat(sides.sending.mostBytes()).isEqualTo(MOST);
    assertThat(sides.sending.put(new byte[MOST + 1], 0, MOST + 1)).isEqualTo(Put.LARGE);
    assertThat(sides.receiving.look(false)).isEqualTo(Look.NOTHING);
  }

  @Test
  void aFullRingTakesNoMoreUntilTheReceiverHasReadAnEighth() throws Exception {
    int records = 0;
    byte[] message = message(56, 1); // 64 bytes in the ring
    while (sides.sending.put(message, 0, message.length) == Put.PUT) {
      records++;
    }
    assertThat(records).isEqualTo(RING / 64);
    assertThat(sides.sending.timesFull()).isEqualTo(1);
    for (int read = 1; read < RING / 64 / 8; read++) {
      assertThat(sides.take()).isEqualTo(message);
      assertThat(sides.sending.put(message, 0, message.length)).isEqualTo(Put.FULL);
    }
    assertThat(sides.take()).isEqualTo(message);
    sides.put(message);
    assertThat(sides.receiving.unreadBytes()).isEqualTo(RING - 64 * (RING / 64 / 8));
  }

  @Test
  void aRecordStaysUntilItIsTaken() throws Exception {
    byte[] message = message(9, 2);
    sides.put(message);
    assertThat(sides.receiving.look(false)).isEqualTo(Look.RECORD);
    assertThat(sides.receiving.length()).isEqualTo(9);
    assertThat(sides.receiving.look(true)).isEqualTo(Look.RECORD);
    assertThat(sides.take()).isEqualTo(message);
    assertThat(sides.receiving.look(false)).isEqualTo(Look.NOTHING);
  }

  @Test
  void framesAndRecordsKeepTheirOrder() throws Exception {
    sides.put(message(1, 1));
    int stamp = sides.sending.position();
    sides.sending.framed(); // a frame is in the socket now
    sides.put(message(2, 2));
    assertThat(sides.take()).hasSize(1);
    assertThat(sides.receiving.look(false)).isEqualTo(Look.FRAME_DUE);
    assertThatThrownBy(sides.receiving::nothing).isInstanceOf(MalformedMessageException.class);
    assertThatThrownBy(sides.receiving::ended).isInstanceOf(MalformedMessageException.class);
    assertThatThrownBy(() -> sides.receiving.stamped(stamp + 8)).isInstanceOf(MalformedMessageException.class);
    assertThatThrownBy(sides.receiving::unstamped).isInstanceOf(MalformedMessageException.class);
    sides.receiving.stamped(stamp);
    assertThat(sides.take()).hasSize(2);
  }

  @Test
  void numbersOf32BitsMayWrap() throws Exception {
    sides.goTo((1L << 32) - 16, Integer.MAX_VALUE - 1);
    for (int round = 0; round < 8; round++) {
      sides.put(message(8, round));
      assertThat(sides.take()).isEqualTo(message(8, round));
      int stamp = sides.sending.position();
      sides.sending.framed();
      assertThat(sides.receiving.look(false)).isEqualTo(Look.FRAME_DUE);
      sides.receiving.stamped(stamp);
      assertThat(sides.receiving.look(false)).isEqualTo(Look.NOTHING);
    }
    assertThat(sides.receiving.frames()).isNegative();
    assertThat(sides.receiving.head()).isGreaterThan(1L << 32);
  }

  @Test
  void whoSleepsIsRungForOnce() throws Exception {
    assertThat(sides.receiving.look(false)).isEqualTo(Look.NOTHING);
    assertThat(sides.receiving.stirs()).isFalse();
    assertThat(sides.receiving.arm()).isTrue();
    assertThat(sides.sending.put(message(1, 1), 0, 1)).isEqualTo(Put.RING);
    assertThat(sides.sending.put(message(1, 2), 0, 1)).isEqualTo(Put.PUT);
    assertThat(sides.receiving.stirs()).isTrue();
    sides.receiving.disarm();
    assertThat(sides.take()).isEqualTo(message(1, 1));
    assertThat(sides.take()).isEqualTo(message(1, 2));
    assertThat(sides.receiving.look(true)).isEqualTo(Look.FRAME_IF_ANY); // the bell
    sides.receiving.bell();
    assertThat(sides.receiving.look(false)).isEqualTo(Look.NOTHING);
  }

  @Test
  void nobodySleepsOverWhatIsThere() throws Exception {
    assertThat(sides.receiving.look(false)).isEqualTo(Look.NOTHING);
    sides.put(message(1, 1));
    assertThat(sides.receiving.arm()).isFalse();
    sides.put(message(1, 2)); // without a bell
  }

  @Test
  void theReceiversEndOfItIsSeenByTheNextMessage() throws Exception {
    sides.put(message(3, 1));
    sides.receiving.freeze();
    long mapped = LaneBudget.PROCESS.bytes();
    assertThat(sides.sending.put(message(3, 2), 0, 3)).isEqualTo(Put.OVER);
    assertThat(LaneBudget.PROCESS.bytes()).as("unmapped").isLessThan(mapped);
    assertThat(sides.take()).isEqualTo(message(3, 1));
    assertThat(sides.receiving.look(false)).as("no poll is needed").isEqualTo(Look.FRAME_IF_ANY);
    sides.receiving.nothing();
    assertThat(sides.receiving.arm()).isTrue();
    sides.receiving.disarm();
    sides.receiving.unstamped();
    assertThat(LaneBudget.PROCESS.bytes()).isEqualTo(before);
    sides = new TwoSides(RING); // for close
  }

  @Test
  void theSendersEndOfItIsSeenBehindTheLastRecord() throws Exception {
    sides.put(message(3, 1));
    sides.sending.end();
    assertThatThrownBy(sides.receiving::unstamped).isInstanceOf(MalformedMessageException.class);
    assertThat(sides.take()).isEqualTo(message(3, 1));
    assertThat(sides.receiving.look(false)).isEqualTo(Look.FRAME_IF_ANY);
    sides.receiving.unstamped();
    assertThat(LaneBudget.PROCESS.bytes()).isEqualTo(before);
    sides = new TwoSides(RING); // for close
  }

  @Test
  void aMovedReceiverReadsWhatWasUnread() throws Exception {
    sides.goTo(RING - 48, 7);
    for (int i = 0; i < 3; i++) {
      sides.put(message(MOST, i));
    }
    assertThat(sides.take()).isEqualTo(message(MOST, 0));
    ReceivingLane moved = move(sides.receiving);
    assertThat(TwoSides.take(moved)).isEqualTo(message(MOST, 1));
    ReceivingLane again = move(moved);
    moved.unmap();
    assertThat(TwoSides.take(again)).isEqualTo(message(MOST, 2));
    assertThat(again.look(false)).isEqualTo(Look.FRAME_IF_ANY);
    again.stamped((int) again.head());
    assertThat(again.frames()).isEqualTo(8);
    again.unstamped();
  }

  private static ReceivingLane move(ReceivingLane from) throws Exception {
    from.freeze();
    byte[] records = new byte[(int) from.unreadBytes()];
    from.copyUnread(MemorySegment.ofArray(records));
    return ReceivingLane.restored(from.head(), from.frames(), records, TwoSides.CHANNEL);
  }

  @Test
  void aMovedReceiverDoesNotBelieveWhatItIsTold() throws Exception {
    byte[] none = {};
    for (long head : new long[] {-8, 4, Long.MIN_VALUE}) {
      assertThatThrownBy(() -> ReceivingLane.restored(head, 0, none, "channel")).isInstanceOf(MalformedMessageException.class);
    }
    assertThatThrownBy(() -> ReceivingLane.restored(0, 0, new byte[9], "channel")).isInstanceOf(MalformedMessageException.class);
    byte[] wrong = new byte[16];
    wrong[0] = 9; // a record of 9 bytes takes 24
    ReceivingLane lane = ReceivingLane.restored(Long.MAX_VALUE & -8, 0, wrong, "channel");
    assertThatThrownBy(() -> lane.look(false)).isInstanceOf(MalformedMessageException.class);
    lane.unmap();
  }

  @Test
  void wordsThatCannotBeAreRefusedOrNotBelieved() throws Exception {
    LaneWords words = Objects.requireNonNull(sides.receiving.words);
    assertThat(words.publish(0, RING + 8L)).isTrue();
    assertThatThrownBy(() -> sides.receiving.look(false)).isInstanceOf(MalformedMessageException.class);
    assertThatThrownBy(sides.receiving::freeze).isInstanceOf(MalformedMessageException.class);
    words.setHead(64); // more than was sent
    sides.sending.headSeen = -RING; // so that it asks
    assertThat(sides.sending.put(new byte[1], 0, 1)).isEqualTo(Put.FULL);
    words.setHead(-RING - 8L);
    assertThat(sides.sending.put(new byte[1], 0, 1)).isEqualTo(Put.FULL);
    assertThat(sides.sending.headSeen).isEqualTo(-RING);
  }
}
