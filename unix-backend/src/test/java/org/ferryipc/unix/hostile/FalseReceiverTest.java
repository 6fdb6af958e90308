package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a receiver writes into the files of large payloads costs at most its own messages. */
class FalseReceiverTest {
  private static final int SIZE = 300_000;

  private RawReceiver receiver;

  @BeforeEach
  void connect() throws Exception {
    receiver = RawReceiver.open();
  }

  // The first large message has a file of its own, and so has no part in this.
  private RawGround groundOfADoneMessage(long room) throws Exception {
    for (int i = 0; i < 2; i++) {
      assertThat(receiver.send(1, SIZE)).isTrue();
      assertThat(receiver.kinds()).containsExactly(Packet.DATA);
    }
    RawGround ground = receiver.ground();
    ground.known(1);
    ground.done(0, ground.generation(0));
    assertThat(receiver.send(1, SIZE)).isTrue(); // by now its pages are in the sender's mapping
    assertThat(receiver.kinds()).containsExactly(Packet.DATA);
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
    assertThat(receiver.send(2, SIZE)).isTrue();
    assertThat(receiver.kinds()).containsExactly(Packet.FILLING, Packet.DATA);
    markDone(ground);
    assertThat(receiver.send(3, SIZE + 1)).isTrue();
    assertThat(receiver.kinds()).as("there is no room for that").containsExactly(Packet.DATA);
    assertThat(ground.data().get(ValueLayout.JAVA_BYTE, SIZE - 1)).as("the file is used again").isEqualTo((byte) 3);
  }

  @Test
  void whoseQueueWasFullIsToldNothing() throws Exception {
    RawGround unused = groundOfADoneMessage(Long.MAX_VALUE);
    while (receiver.send(4, 1)) {}
    assertThat(receiver.kinds()).containsOnly(Packet.DATA);
    assertThat(receiver.send(2, SIZE)).isTrue();
    assertThat(receiver.kinds()).containsExactly(Packet.DATA);
  }

  @Test
  void thatIsToldAndHasNoRoomForTheMessageGetsItLater() throws Exception {
    RawGround ground = groundOfADoneMessage(Long.MAX_VALUE);
    int queued = 0;
    while (receiver.send(4, 1)) {
      queued++;
    }
    assertThat(receiver.kinds()).hasSize(queued);
    for (int i = 0; i < queued; i++) {
      assertThat(receiver.send(4, 1)).isTrue();
    }
    assertThat(receiver.send(2, SIZE)).as("there is no room for the hint").isFalse();
    assertThat(receiver.kinds()).hasSize(queued).containsOnly(Packet.DATA);
    for (int i = 1; i < queued; i++) {
      assertThat(receiver.send(4, 1)).isTrue();
    }
    assertThat(receiver.send(2, SIZE)).as("a hint would take the last place").isFalse();
    assertThat(receiver.kinds()).hasSize(queued).endsWith(Packet.FILLING);
    assertThat(receiver.send(2, SIZE)).isTrue();
    assertThat(receiver.kinds()).containsExactly(Packet.DATA);
    assertThat(ground.data().get(ValueLayout.JAVA_BYTE, SIZE - 1)).isEqualTo((byte) 2);
  }

  @Test
  void findsNothingOfALongerMessageBehindAShorterOne() throws Exception {
    RawGround ground = groundOfADoneMessage(SIZE);
    int shorter = SIZE - 10_000;
    assertThat(receiver.send(2, shorter)).isTrue();
    assertThat(ground.data().get(ValueLayout.JAVA_BYTE, shorter - 1)).isEqualTo((byte) 2);
    assertThat(ground.data().asSlice(shorter, SIZE - shorter).mismatch(receiver.zeros(SIZE - shorter))).isEqualTo(-1);
  }

  @AfterEach
  void anotherChannelWorks() throws Exception {
    receiver.close();
    OtherChannel.works();
  }
}
