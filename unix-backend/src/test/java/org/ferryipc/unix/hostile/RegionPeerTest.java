package org.ferryipc.unix.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.ferryipc.core.Limits;
import org.ferryipc.core.failure.LimitExceededException;
import org.ferryipc.core.failure.MalformedMessageException;
import org.ferryipc.core.transport.Incoming;
import org.ferryipc.core.transport.LentRegion;
import org.ferryipc.core.transport.ReceivePort;
import org.ferryipc.unix.frame.Traveller;
import org.ferryipc.unix.kernel.Mappings;
import org.ferryipc.unix.kernel.MemoryFiles;
import org.ferryipc.unix.processes.DescriptorCount;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A sender's file of regions may be anything, say anything, and change at any moment. */
@Timeout(60)
class RegionPeerTest {
  private static final int SIZE = 300_000;
  private static final long DATA = 1 << 20;

  private final Arena arena = Arena.ofShared();
  private RawPeer peer;
  private ReceivePort port;
  private RawGround ground;
  private long use;

  @BeforeEach
  void connect() throws Exception {
    open();
  }

  private void open() throws Exception {
    peer = RawPeer.open();
    port = peer.port();
    ground = RawGround.make(DATA, Strange.SIZE_SEALS, arena);
    ground.reserve();
  }

  private void reopen() throws Exception {
    disconnect();
    open();
  }

  private void disconnect() throws Exception {
    port.release();
    peer.close();
    RawPeer.closeAll(ground.file());
  }

  private Packet packet(long length) {
    return Packet.inRegion(RawGround.ID, use, 0, length);
  }

  private void begin(int value) {
    use++;
    ground.length(0, SIZE);
    ground.generation(0, use);
    ground.data().asSlice(0, SIZE).fill((byte) value);
  }

  private void introduce() {
    begin(1);
    peer.send(packet(SIZE).withFile(), ground.file());
  }

  private LentRegion lent() throws Exception {
    Incoming message = (Incoming) port.tryReceiveInPlace(Limits.DEFAULT);
    return (LentRegion) message.resources().getFirst();
  }

  @ParameterizedTest
  @EnumSource
  void thatIsRightIsReadMarkedAndKept(Reading reading) throws Exception {
    introduce();
    assertThat(reading.take(port, Limits.DEFAULT)).isEqualTo(SIZE);
    assertThat(ground.done(0)).isEqualTo(use);
    assertThat(ground.known()).isEqualTo(1);
    begin(2);
    peer.send(packet(SIZE));
    assertThat(reading.take(port, Limits.DEFAULT)).isEqualTo(SIZE);
    assertThat(ground.done(0)).isEqualTo(use);
    peer.send(packet(SIZE).withFile(), ground.file());
    assertThat(reading.take(port, Limits.DEFAULT)).as("though it came again").isEqualTo(SIZE);
  }

  @ParameterizedTest
  @EnumSource
  void thatSaysWhatCannotBeIsRefused(Reading reading) throws Exception {
    for (long slot : new long[] {-1, 2048, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE, 1}) {
      introduce();
      assertThat(reading.take(port, Limits.DEFAULT)).isEqualTo(SIZE);
      peer.send(Packet.inRegion(RawGround.ID, use, slot, SIZE));
      reading.isRefused(port, "region");
      reopen();
    }
    for (long at : new long[] {0, 4096, -1, Long.MIN_VALUE, Long.MAX_VALUE, RawGround.DATA_AT + DATA - SIZE + 1}) {
      introduce();
      assertThat(reading.take(port, Limits.DEFAULT)).isEqualTo(SIZE);
      begin(2);
      ground.beginning(0, at);
      peer.send(packet(SIZE));
      reading.isRefused(port, "region");
      reopen();
    }
    introduce();
    peer.send(Packet.inRegion(RawGround.ID, use + 1, 0, SIZE));
    assertThat(reading.take(port, Limits.DEFAULT)).isEqualTo(SIZE);
    reading.isRefused(port, "region");
    reopen();
    introduce();
    peer.send(Packet.inRegion(RawGround.ID + 1, use, 0, SIZE));
    assertThat(reading.take(port, Limits.DEFAULT)).isEqualTo(SIZE);
    reading.isRefused(port, "region");
  }

  @ParameterizedTest
  @EnumSource
  void thatIsNoSealedMemoryOrTooSmallIsRefused(Reading reading) throws Exception {
    begin(1);
    peer.give(packet(SIZE).withFile(), RawGround.make(DATA, MemoryFiles.SEAL_GROW, arena).file());
    reading.isRefused(port, "memory file");
    reopen();
    begin(1);
    peer.give(packet(SIZE).withFile(), Strange.terminal());
    reading.isRefused(port, "memory file");
    reopen();
    begin(1);
    peer.give(packet(SIZE).withFile(), Strange.payloadFile(use, new byte[SIZE / 3], Strange.SIZE_SEALS));
    reading.isRefused(port, "region");
  }

  @ParameterizedTest
  @EnumSource
  void thatMayNotBeMarkedOrIsTooLargeIsReadByCallsEachTime(Reading reading) throws Exception {
    RawPeer.closeAll(ground.file());
    ground = RawGround.make(80 << 20, Strange.SIZE_SEALS, arena);
    MemoryFiles.reserve(ground.file(), 0, RawGround.DATA_AT + (long) SIZE);
    for (int i = 0; i < 3; i++) {
      begin(i);
      peer.send(packet(SIZE).withFile(), ground.file());
      assertThat(reading.take(port, Limits.DEFAULT)).isEqualTo(SIZE);
      assertThat(ground.done(0)).isEqualTo(use);
      assertThat(ground.known()).isZero();
    }
    begin(7);
    ground.beginning(0, Long.MAX_VALUE);
    peer.send(packet(SIZE).withFile(), ground.file());
    reading.isRefused(port, "region");
  }

  @ParameterizedTest
  @EnumSource
  void overALimitCostsItsMessageOnly(Reading reading) throws Exception {
    introduce();
    assertThatExceptionOfType(LimitExceededException.class)
        .isThrownBy(() -> reading.take(port, Limits.DEFAULT.withMessageBytes(SIZE - 1)));
    assertThat(ground.done(0)).as("the sender may use it again").isEqualTo(use);
    begin(2);
    peer.send(packet(SIZE - 1));
    assertThat(reading.take(port, Limits.DEFAULT.withMessageBytes(SIZE - 1))).isEqualTo(SIZE - 1);
  }

  @Test
  void thatChangesUnderAReaderInPlaceChangesItsOwnMessageAndNothingElse() throws Exception {
    introduce();
    LentRegion message = lent();
    try (Arena life = Arena.ofConfined()) {
      MemorySegment read = message.memory(life, this);
      assertThat(read.byteSize()).isEqualTo(SIZE);
      assertThat(read.isReadOnly()).isTrue();
      ground.data().fill((byte) 9);
      assertThat(read.get(ValueLayout.JAVA_BYTE, SIZE - 1)).isEqualTo((byte) 9);
      Mappings.advise(ground.data(), Mappings.MADV_REMOVE);
      assertThat(read.get(ValueLayout.JAVA_BYTE, SIZE - 1)).as("a hole").isZero();
      ground.generation(0, 77);
      ground.beginning(0, -1);
    }
    message.release();
    assertThat(ground.done(0)).isEqualTo(use);
  }

  @Test
  void thatScribblesWithoutEndGivesMessagesOrProtocolErrorsAndNothingElse() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    Thread scribbler = Thread.ofPlatform().start(() -> scribble(over));
    int refused = 0;
    for (int round = 0; round < 300; round++) {
      try {
        peer.send(Packet.inRegion(RawGround.ID, 5, 0, SIZE).withFile(), ground.file());
        Reading.values()[round % Reading.values().length].take(port, Limits.DEFAULT);
      } catch (MalformedMessageException e) {
        refused++;
        port.release();
        peer.close();
        peer = RawPeer.open();
        port = peer.port();
      }
    }
    over.set(true);
    scribbler.join();
    assertThat(refused).isPositive();
  }

  private void scribble(AtomicBoolean over) {
    long[] beginnings = {RawGround.DATA_AT, -1, RawGround.DATA_AT, Long.MAX_VALUE, RawGround.DATA_AT + DATA - 1};
    for (int i = 0; !over.get(); i++) {
      ground.generation(0, i % 3 == 0 ? i : 5);
      ground.beginning(0, beginnings[i % beginnings.length]);
      ground.length(0, i % 2 == 0 ? SIZE : -1L);
      ground.usedSlots(i % 7 == 0 ? -1 : 1);
    }
  }

  @Test
  void ofAMessageThatIsHeldStaysWhenTheReceiverIsClosed() throws Exception {
    introduce();
    LentRegion message = lent();
    begin(1);
    peer.send(packet(SIZE));
    port.release();
    try (Arena life = Arena.ofConfined()) {
      assertThat(message.memory(life, this).get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 1);
    }
    message.release();
    peer.close();
    peer = RawPeer.open();
    port = peer.port();
  }

  @Test
  void manyCostAFewDescriptors() throws Exception {
    int before = DescriptorCount.now();
    List<RawGround> all = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      RawGround one = RawGround.make(DATA, Strange.SIZE_SEALS, arena);
      one.reserve();
      one.word(0, i);
      all.add(one);
    }
    for (int round = 1; round <= 2; round++) {
      for (int i = 0; i < all.size(); i++) {
        all.get(i).generation(0, round);
        all.get(i).length(0, SIZE);
        Packet packet = Packet.inRegion(i, round, 0, SIZE);
        if (all.get(i).known() == 1) {
          peer.send(packet);
        } else {
          peer.send(packet.withFile(), all.get(i).file());
        }
        assertThat(Reading.MESSAGE.take(port, Limits.DEFAULT)).isEqualTo(SIZE);
        assertThat(all.get(i).done(0)).isEqualTo(round);
        assertThat(DescriptorCount.now()).isLessThanOrEqualTo(before + all.size() + 7);
      }
    }
    // Those that say a message is under way are not given up; what comes then is read by calls.
    all.forEach(one -> one.generation(0, 9));
    RawGround late = RawGround.make(DATA, Strange.SIZE_SEALS, arena);
    late.reserve();
    late.word(0, 1000);
    late.generation(0, 1);
    peer.send(Packet.inRegion(1000, 1, 0, SIZE).withFile(), late.file());
    assertThat(Reading.MESSAGE.take(port, Limits.DEFAULT)).isEqualTo(SIZE);
    assertThat(late.known()).isZero();
    assertThat(late.done(0)).isEqualTo(1);
    all.forEach(one -> RawPeer.closeAll(one.file()));
    RawPeer.closeAll(late.file());
  }

  @Test
  void isWipedOfWhatWasReadBeforeItsReceiverTravels() throws Exception {
    introduce();
    LentRegion held = lent();
    begin(2);
    ground.beginning(1, RawGround.DATA_AT + 524_288);
    ground.usedSlots(2);
    ground.length(1, SIZE);
    ground.generation(1, use);
    ground.data().asSlice(524_288, SIZE).fill((byte) 3);
    peer.send(Packet.inRegion(RawGround.ID, use, 1, SIZE));
    assertThat(Reading.MESSAGE.take(port, Limits.DEFAULT)).isEqualTo(SIZE);
    ((Traveller) port).prepare();
    assertThat(ground.data().asSlice(524_288, SIZE).mismatch(arena.allocate(SIZE))).as("read").isEqualTo(-1);
    assertThat(ground.done(1)).isEqualTo(use);
    assertThat(ground.data().get(ValueLayout.JAVA_BYTE, 0)).as("held").isEqualTo((byte) 2);
    held.release();
    assertThat(ground.data().asSlice(0, SIZE).mismatch(arena.allocate(SIZE))).as("released").isEqualTo(-1);
    ((Traveller) port).stayed();
  }

  @Test
  void isWipedOfWhatIsReleasedWhileItsReceiverTravels() throws Exception {
    int rounds = 500;
    int size = 4096;
    introduce();
    assertThat(Reading.MESSAGE.take(port, Limits.DEFAULT)).isEqualTo(SIZE);
    MemorySegment zeros = arena.allocate(size);
    AtomicReference<LentRegion> handed = new AtomicReference<>();
    Thread releaser = Thread.ofPlatform().start(() -> releaseEach(handed, rounds));
    for (int i = 0; i < rounds; i++) {
      begin(7);
      ground.length(0, size);
      peer.send(packet(size));
      handed.set(lent());
      ((Traveller) port).prepare();
      while (handed.get() != null) {
        Thread.yield();
      }
      assertThat(ground.done(0)).isEqualTo(use);
      assertThat(ground.data().asSlice(0, size).mismatch(zeros)).as("round %d", i).isEqualTo(-1);
      ((Traveller) port).stayed();
    }
    releaser.join();
  }

  private static void releaseEach(AtomicReference<LentRegion> handed, int count) {
    for (int i = 0; i < count; i++) {
      LentRegion region = handed.get();
      while (region == null) {
        Thread.yield();
        region = handed.get();
      }
      region.release();
      handed.set(null);
    }
  }

  @AfterEach
  void anotherChannelWorks() throws Exception {
    disconnect();
    arena.close();
    OtherChannel.works();
  }
}
